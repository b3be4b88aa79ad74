/** Positions of beers on their photo. */
import {
  FRIDGE_GRID_COLUMNS,
  FRIDGE_GRID_ORIGIN_PERCENT,
  FRIDGE_GRID_STEP_X_PERCENT,
  FRIDGE_GRID_STEP_Y_PERCENT,
  LABEL_BOX_MARGIN,
  type LabelBox,
  type Position,
  type SightedBeer,
} from '#contracts'
import { shownName } from './asked.ts'

/** The position of a beer in a fridge; beers without one are laid out in a grid. */
export function pinOf(beer: Pick<SightedBeer, 'position'>, index: number): Position {
  if (beer.position) return beer.position
  return {
    x: FRIDGE_GRID_ORIGIN_PERCENT + FRIDGE_GRID_STEP_X_PERCENT * (index % FRIDGE_GRID_COLUMNS),
    y: FRIDGE_GRID_ORIGIN_PERCENT + FRIDGE_GRID_STEP_Y_PERCENT * Math.floor(index / FRIDGE_GRID_COLUMNS),
  }
}

export interface Pin {
  /** From 1. */
  place: number
  name: string
  at: Position
  /** Where the text begins that the pin is put beside, in percent; absent for a pin on its beer. */
  besideX?: number
}

/** What the photo shows. */
export type Pinned = 'fridge' | 'menu' | 'single'

/**
 * A pin for each beer of a fridge; for other lists only beers with a known position get one. A pin on a row of a menu would
 * cover the name: it is put beside the text.
 */
export function pinsOf(beers: readonly SightedBeer[], pinned: Pinned): Pin[] {
  return beers.flatMap((beer, index) => {
    const at = pinned === 'fridge' ? pinOf(beer, index) : beer.position
    if (!at) return []
    const pin = { place: index + 1, name: shownName(beer), at }
    return [pinned === 'menu' && beer.box ? { ...pin, besideX: textLeftOf(beer.box) } : pin]
  })
}

/** The left edge of the text in the rectangle of a row, which is wider than high. */
function textLeftOf({ x, width }: LabelBox): number {
  return x + (width * LABEL_BOX_MARGIN) / (1 + 2 * LABEL_BOX_MARGIN)
}

/** The pin nearest to a tap. */
export function nearestPin(
  pins: readonly Pin[],
  tapped: { x: number; y: number },
  picture: { left: number; top: number; width: number; height: number },
): Pin | undefined {
  const distance = ({ at, besideX = at.x }: Pin) =>
    Math.hypot(
      picture.left + (besideX / 100) * picture.width - tapped.x,
      picture.top + (at.y / 100) * picture.height - tapped.y,
    )
  return [...pins].sort((a, b) => distance(a) - distance(b))[0]
}
