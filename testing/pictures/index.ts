/**
 * Photo-like pictures drawn from a seed: what tests and benches need, so that no photograph of another's label has to be
 * kept. The only entry of this folder.
 */
export { asCameraFeed } from './camera-feed.ts'
export { fridgePlaces, renderFridge } from './fridge.ts'
export type { PicturedBeer } from './label.ts'
export { MENU_LOOKS, type MenuLook, menuLines, renderMenu } from './menu.ts'
export { NO_BEER_KINDS, type NoBeerKind, renderNoBeer } from './no-beer.ts'
export { type Random, randomFrom } from './random.ts'
export { renderSingle } from './single.ts'
