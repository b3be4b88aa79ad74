/** Beer colours by the Standard Reference Method. */

/** Published sRGB values of the SRM scale; colours in between are interpolated. */
const STOPS: readonly (readonly [srm: number, hex: string])[] = [
  [1, '#ffe699'],
  [2, '#ffd878'],
  [4, '#ffbf42'],
  [6, '#f8a600'],
  [8, '#ea8f00'],
  [10, '#de7c00'],
  [13, '#cb6200'],
  [17, '#b04500'],
  [20, '#9b3200'],
  [24, '#821e00'],
  [29, '#660d00'],
  [35, '#470606'],
  [40, '#36080a'],
]

/** Of a beer whose colour is not known. */
export const UNKNOWN_SRM_COLOR = '#f0a52c'

/** The colour of a beer as `#rrggbb`. Values outside the scale are clamped. */
export function srmColor(srm: number | null): string {
  if (srm === null || Number.isNaN(srm)) return UNKNOWN_SRM_COLOR
  const above = STOPS.findIndex(([stop]) => stop >= srm)
  const upper = STOPS[above === -1 ? STOPS.length - 1 : above]
  const lower = STOPS[above <= 0 ? (above === 0 ? 0 : STOPS.length - 1) : above - 1]
  if (!upper || !lower) return UNKNOWN_SRM_COLOR
  const share = upper[0] === lower[0] ? 0 : (srm - lower[0]) / (upper[0] - lower[0])
  return `#${[1, 3, 5].map((at) => mix(lower[1], upper[1], at, share)).join('')}`
}

function mix(from: string, to: string, at: number, share: number): string {
  const a = Number.parseInt(from.slice(at, at + 2), 16)
  const b = Number.parseInt(to.slice(at, at + 2), 16)
  return Math.round(a + (b - a) * share)
    .toString(16)
    .padStart(2, '0')
}
