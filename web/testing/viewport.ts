/** How wide the tests' browser is; it draws nothing, so only media queries on the width feel it. */
import { act } from '@testing-library/react'

export const PHONE_WIDTH_PX = 390

let widthPx = PHONE_WIDTH_PX
const asked = new Set<EventTarget>()

/** Sets the width, also under a page that is open: its media queries are told. */
export function viewportWidth(px: number): void {
  widthPx = px
  window.matchMedia = (media) => {
    const atLeast = /min-width: (\d+)px/.exec(media)?.[1]
    const query = Object.assign(new EventTarget(), { media })
    Object.defineProperty(query, 'matches', { get: () => atLeast !== undefined && widthPx >= Number(atLeast) })
    asked.add(query)
    return query as unknown as MediaQueryList
  }
  act(() => {
    for (const query of asked) query.dispatchEvent(new Event('change'))
  })
}
