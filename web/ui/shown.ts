/** Whether a component is still shown, for work that ends after the user may have left it. */
import { useEffect, useRef } from 'react'

export function useIsShown(): () => boolean {
  const isShown = useRef(true)
  useEffect(() => {
    // In development, React removes a component once and shows it again at once.
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  return () => isShown.current
}
