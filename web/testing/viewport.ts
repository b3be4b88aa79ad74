/** The width of the test browser; it has no layout, so only `min-width` media queries depend on it. */
import { act } from '@testing-library/react'

export const PHONE_WIDTH_PX = 390

let widthPx = PHONE_WIDTH_PX
const queries = new Set<EventTarget>()

/** Sets the width, and notifies the media queries of an open page. */
export function viewportWidth(px: number): void {
  widthPx = px
  window.matchMedia = (media) => {
    const atLeast = /min-width: (\d+)px/.exec(media)?.[1]
    const query = Object.assign(new EventTarget(), { media })
    Object.defineProperty(query, 'matches', { get: () => atLeast !== undefined && widthPx >= Number(atLeast) })
    queries.add(query)
    return query as unknown as MediaQueryList
  }
  act(() => {
    for (const query of queries) query.dispatchEvent(new Event('change'))
  })
}
