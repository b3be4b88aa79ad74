/** The part of a photo that shows one label. */
import type { LabelBox, Position } from '#contracts'

/** Limits of width divided by height: a bottle's label is tall, a line of a menu wide. */
const ASPECT_MIN = 0.6
const ASPECT_MAX = 1.8
/** Smallest side, in percent of the photo: a closer crop of small print is a blur. */
const SIDE_MIN = 12
/** Side of the crop around a position whose label box is unknown, in percent of the photo. */
const SIDE_AROUND_POSITION = 52
/** Sides of a container among others, in percent of the photo, and its height divided by its width. */
const CONTAINER_WIDTH = 22
const CONTAINER_HEIGHT_MAX = 40
const CONTAINER_ASPECT = 1.5

export interface LabelPlace {
  box?: LabelBox | null | undefined
  position?: Position | null | undefined
}

/**
 * The rectangle to show, in percent of the photo: the label box, enlarged to a shape that fits beside text. The whole photo if
 * nothing is known. `ratio` is the width of the photo divided by its height.
 */
export function cropOf({ box, position }: LabelPlace, ratio: number): LabelBox {
  if (box) {
    const width = Math.max(box.width, SIDE_MIN, (box.height * ASPECT_MIN) / ratio)
    const height = Math.max(box.height, SIDE_MIN, (width * ratio) / ASPECT_MAX)
    return around({ x: box.x + box.width / 2, y: box.y + box.height / 2 }, width, height)
  }
  if (position) return around(position, SIDE_AROUND_POSITION, SIDE_AROUND_POSITION)
  return { x: 0, y: 0, width: 100, height: 100 }
}

/** The part that a user who marks a label starts with: the label as it was found, and never the whole photo. */
export function partOfLabel(place: LabelPlace, ratio = 1): LabelBox {
  const { x, y, width, height } = cropOf(place, ratio)
  return width === 100 && height === 100 ? around({ x: 50, y: 50 }, 60, 60) : { x, y, width, height }
}

/** The rectangle around a container on a photo of several, without the shelves above and below. */
export function containerAt(position: Position, ratio = 1): LabelBox {
  return around(position, CONTAINER_WIDTH, Math.min(CONTAINER_HEIGHT_MAX, CONTAINER_WIDTH * CONTAINER_ASPECT * ratio))
}

/** A rectangle around a centre, moved into the photo. */
function around({ x, y }: Position, wantedWidth: number, wantedHeight: number): LabelBox {
  const [width, height] = [Math.min(100, wantedWidth), Math.min(100, wantedHeight)]
  const within = (centre: number, side: number) => Math.min(100 - side, Math.max(0, centre - side / 2))
  return { x: within(x, width), y: within(y, height), width, height }
}
