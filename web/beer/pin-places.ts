/** Where the beers of an answer stand on its picture. */
import {
  FRIDGE_GRID_COLUMNS,
  FRIDGE_GRID_ORIGIN_PERCENT,
  FRIDGE_GRID_STEP_X_PERCENT,
  FRIDGE_GRID_STEP_Y_PERCENT,
  type Position,
  type SightedBeer,
} from '#contracts'

/** Where a beer of a fridge stands; without a position it takes its place in a grid. */
export function pinOf(beer: Pick<SightedBeer, 'position'>, index: number): Position {
  if (beer.position) return beer.position
  return {
    x: FRIDGE_GRID_ORIGIN_PERCENT + FRIDGE_GRID_STEP_X_PERCENT * (index % FRIDGE_GRID_COLUMNS),
    y: FRIDGE_GRID_ORIGIN_PERCENT + FRIDGE_GRID_STEP_Y_PERCENT * Math.floor(index / FRIDGE_GRID_COLUMNS),
  }
}

export interface Pin {
  /** 1 for the first beer of the list. */
  place: number
  name: string
  at: Position
}

/** A pin for each beer of a fridge; of other lists for those whose place is known. */
export function pinsOf(beers: readonly SightedBeer[], isFridge: boolean): Pin[] {
  return beers.flatMap((beer, index) => {
    const at = isFridge ? pinOf(beer, index) : beer.position
    return at ? [{ place: index + 1, name: beer.name, at }] : []
  })
}

/** The pin nearest to a point of the picture that was tapped: pins that stand close overlap, and the finger means one. */
export function nearestPin(
  pins: readonly Pin[],
  tapped: { x: number; y: number },
  picture: { left: number; top: number; width: number; height: number },
): Pin | undefined {
  const far = ({ at }: Pin) =>
    Math.hypot(
      picture.left + (at.x / 100) * picture.width - tapped.x,
      picture.top + (at.y / 100) * picture.height - tapped.y,
    )
  return [...pins].sort((a, b) => far(a) - far(b))[0]
}
