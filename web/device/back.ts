/** The way back: the browser's own when the user came from inside the app, otherwise a screen of the app. */
import { useLocation } from 'wouter'

let cameFromInside = false
// The router announces each of its own moves.
window.addEventListener('pushState', () => {
  cameFromInside = true
})

export function useGoBack(fallback: string): () => void {
  const [, navigate] = useLocation()
  return () => (cameFromInside ? window.history.back() : navigate(fallback))
}
