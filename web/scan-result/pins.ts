/** Positions of beers on their photo. */
import {
  FRIDGE_GRID_COLUMNS,
  FRIDGE_GRID_ORIGIN_PERCENT,
  FRIDGE_GRID_STEP_X_PERCENT,
  FRIDGE_GRID_STEP_Y_PERCENT,
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
}

/** A pin for each beer of a fridge; for other lists only beers with a known position get one. */
export function pinsOf(beers: readonly SightedBeer[], isFridge: boolean): Pin[] {
  return beers.flatMap((beer, index) => {
    const at = isFridge ? pinOf(beer, index) : beer.position
    return at ? [{ place: index + 1, name: shownName(beer), at }] : []
  })
}

/** The pin nearest to a tap. */
export function nearestPin(
  pins: readonly Pin[],
  tapped: { x: number; y: number },
  picture: { left: number; top: number; width: number; height: number },
): Pin | undefined {
  const distance = ({ at }: Pin) =>
    Math.hypot(
      picture.left + (at.x / 100) * picture.width - tapped.x,
      picture.top + (at.y / 100) * picture.height - tapped.y,
    )
  return [...pins].sort((a, b) => distance(a) - distance(b))[0]
}
