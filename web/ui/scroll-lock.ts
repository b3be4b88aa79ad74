/**
 * Takes the place of `react-remove-scroll-bar` in the build (`vite.config.ts`), with which dialogs keep the page behind them from
 * scrolling. The package writes a rule that sets a custom property of the body, so that the browser computes the styles of the
 * whole page anew, twice for each dialog; and it writes it into a `<style>` element, which the content security policy refuses.
 */
import { useLayoutEffect } from 'react'

let locks = 0

/** Locks the page's scroll position while mounted, and keeps its width if that takes a scroll bar away. */
export function RemoveScrollBar(): null {
  useLayoutEffect(() => {
    const { style } = document.body
    locks += 1
    if (locks === 1) {
      const scrollBar = innerWidth - document.documentElement.clientWidth
      style.overflow = 'hidden'
      if (scrollBar > 0) style.paddingRight = `${scrollBar}px`
    }
    return () => {
      locks -= 1
      if (locks === 0) {
        style.removeProperty('overflow')
        style.removeProperty('padding-right')
      }
    }
  }, [])
  return null
}
