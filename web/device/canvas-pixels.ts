/** What the browser lets the page read from a canvas. */

/** Levels that protection against fingerprinting may add to a picture that it leaves readable. */
const NOISE_MAX = 9

/**
 * True where the page reads random pixels instead of what it has drawn, as in Firefox that resists fingerprinting, until the user
 * allows otherwise. An empty canvas has only zeros.
 */
export function hidesPixels(): boolean {
  const context = document.createElement('canvas').getContext('2d')
  return context?.getImageData(0, 0, 9, 9).data.some((level) => level > NOISE_MAX) ?? false
}
