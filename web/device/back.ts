/** Back navigation: the browser's when the user came from inside the app, otherwise to a fallback screen. */
import { useLocation } from 'wouter'

let cameFromInside = false
// The router dispatches this event for each of its navigations.
window.addEventListener('pushState', () => {
  cameFromInside = true
})

export function useGoBack(fallback: string): () => void {
  const [, navigate] = useLocation()
  return () => (cameFromInside ? window.history.back() : navigate(fallback))
}
