/**
 * Photo-like pictures drawn from a seed, for tests and benchmarks, so that the repository contains no photographs of
 * copyrighted labels.
 */

export { renderBackLabel, renderBarcode } from './barcode.ts'
export { asCameraFeed } from './camera-feed.ts'
export { fridgePositions, renderFridge } from './fridge.ts'
export type { PicturedBeer } from './label.ts'
export { MENU_LAYOUTS, type MenuLayout, menuLines, renderMenu } from './menu.ts'
export { NO_BEER_KINDS, type NoBeerKind, renderNoBeer } from './no-beer.ts'
export { type Random, randomFrom } from './random.ts'
export { renderSingle } from './single.ts'
export { renderTaps, tapPositions } from './taps.ts'
