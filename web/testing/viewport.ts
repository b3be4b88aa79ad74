/** How wide the tests' browser is; it draws nothing, so only media queries on the width feel it. */

export const PHONE_WIDTH_PX = 390

export function viewportWidth(px: number): void {
  window.matchMedia = (media) => {
    const atLeast = /min-width: (\d+)px/.exec(media)?.[1]
    const matches = atLeast !== undefined && px >= Number(atLeast)
    return Object.assign(new EventTarget(), { media, matches }) as unknown as MediaQueryList
  }
}
