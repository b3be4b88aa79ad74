/**
 * Moves the picture of a row into its place on the screen that the row opens, where the browser can and the user wants motion.
 * `data-picture` marks a picture in a row or in what `data-picture-card` marks, `data-picture-place` the place on a screen.
 */
import type { MouseEvent } from 'react'
import { flushSync } from 'react-dom'

const NAME = 'moving-picture'

/** For the click on a link: prevents its own navigation and calls `open` instead if the picture of its row or card can move. */
export function movePicture(event: MouseEvent<HTMLElement>, open: () => void): void {
  const picture = event.currentTarget.closest('li, [data-picture-card]')?.querySelector<HTMLElement>('[data-picture]')
  if (!picture || opensElsewhere(event) || !canMove()) return
  event.preventDefault()
  picture.style.viewTransitionName = NAME
  let place: HTMLElement | null = null
  const transition = document.startViewTransition(() => {
    picture.style.viewTransitionName = ''
    flushSync(open)
    place = document.querySelector<HTMLElement>('[data-picture-place]')
    // It arrives by moving, not by its own animation.
    if (place) Object.assign(place.style, { viewTransitionName: NAME, animation: 'none' })
  })
  // A browser that is busy or hidden skips the motion, not the change.
  transition.ready.catch(() => undefined)
  void transition.finished.then(() => {
    if (place) place.style.viewTransitionName = ''
  })
}

/** With these keys, browsers open a link in another tab or window. */
const opensElsewhere = ({ altKey, ctrlKey, metaKey, shiftKey }: MouseEvent) => altKey || ctrlKey || metaKey || shiftKey

const canMove = () =>
  'startViewTransition' in document && !window.matchMedia('(prefers-reduced-motion: reduce)').matches
