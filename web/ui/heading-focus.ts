/** The heading of a screen takes the focus that a removed element had. Apart from `focus.ts`, because the first screens load it. */

/** The heading of the screen that the element is in; none in a sheet, which keeps the focus itself. */
export function headingAbove(element: HTMLElement): HTMLElement | null | undefined {
  return element.parentElement?.closest('main, section[aria-label]')?.querySelector<HTMLElement>('h1')
}

/** Makes the ref of an element that may be removed while the focus is in it: `headingOf` the element then has it. */
export function focusOnRemoval(headingOf: (element: HTMLElement) => HTMLElement | null | undefined) {
  return (element: HTMLElement | null): (() => void) | undefined => {
    if (!element) return undefined
    return () => {
      if (element.contains(document.activeElement)) headingOf(element)?.focus({ preventScroll: true })
    }
  }
}

export const focusHeadingOnRemoval = focusOnRemoval(headingAbove)
