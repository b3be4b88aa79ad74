/** The ways back from a screen: to the history entry that led here, with its state and its place, otherwise to an address. */
import { useRef } from 'react'
import { useLocation } from 'wouter'
import { goBack, goBackToAnotherPath, previousPath } from '#web/device/session-history.ts'
import { useHandoff } from './handoff.ts'

export function useGoBack(fallback: string): () => void {
  const [, navigate] = useLocation()
  return () => goBack() || navigate(fallback)
}

/** Back from a beer or a scanned menu, also past the similar beers that were looked at, or the menu as it was read before. */
export function usePreviousPage(): () => void {
  const previousPage = useHandoff().previousPage ?? '/'
  const [, navigate] = useLocation()
  return () => goBackToAnotherPath() || navigate(previousPage)
}

/**
 * Ends a screen that the camera opened: back to the camera, or the camera in its place. With `isGone`, Forward finds the camera as well,
 * because what the screen showed is deleted.
 */
export function useToCamera(): (screen?: { isGone: boolean }) => void {
  const [, navigate] = useLocation()
  const isGoingBack = useRef(false)
  return ({ isGone } = { isGone: false }) => {
    // Going back takes a moment, in which a second tap would go back twice.
    if (isGoingBack.current) return
    isGoingBack.current = previousPath() === '/'
    if (isGone || !isGoingBack.current) navigate('/', { replace: true })
    if (isGoingBack.current) history.back()
  }
}
