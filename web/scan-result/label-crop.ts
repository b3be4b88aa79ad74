/** The part of a photo that shows one label. */
import type { LabelBox, Position } from '#contracts'

/** Limits of width divided by height: a bottle's label is tall, a line of a menu wide. */
const ASPECT_MIN = 0.6
const ASPECT_MAX = 1.8
/** Smallest side, in percent of the photo: a closer crop of small print is a blur. */
const SIDE_MIN = 12
/** Side of the crop around a position whose label box is unknown, in percent of the photo. */
const SIDE_AROUND_POSITION = 52

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

/** A rectangle around a centre, moved into the photo. */
function around({ x, y }: Position, wantedWidth: number, wantedHeight: number): LabelBox {
  const [width, height] = [Math.min(100, wantedWidth), Math.min(100, wantedHeight)]
  const within = (centre: number, side: number) => Math.min(100 - side, Math.max(0, centre - side / 2))
  return { x: within(x, width), y: within(y, height), width, height }
}
