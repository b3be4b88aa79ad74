/** The heading of a screen takes the focus that a removed element had. Apart from `focus.ts`, because the first screens load it. */

/** The heading of the screen that the element is in; none in a sheet, which keeps the focus itself. */
export function headingAbove(element: HTMLElement): HTMLElement | null | undefined {
  return element.parentElement?.closest('main, section[aria-label]')?.querySelector<HTMLElement>('h1')
}

/** The ref of an element that may be removed while the focus is in it. */
export function focusHeadingOnRemoval(element: HTMLElement | null): (() => void) | undefined {
  if (!element) return undefined
  return () => {
    if (element.contains(document.activeElement)) headingAbove(element)?.focus({ preventScroll: true })
  }
}
