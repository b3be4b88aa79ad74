/** Puts the beers of a fridge in the order in which people go through it: shelf by shelf from the top, each from left to right. */
import type { LabelBox } from '#contracts'
import { median, overlap } from '../lines/layout.ts'

/** Minimum horizontal overlap of two labels, as a share of the narrower one, of which one is above the other. */
const STACKED_MIN = 0.5
/** Labels on the bottles and cans of one shelf end within this many label widths of each other. */
const SHELF_HEIGHT = 2.5

/** A box in pixels: percent of the width and of the height differ. */
interface Placed<T> {
  item: T
  left: number
  right: number
  base: number
}

/** Items without a box come last. */
export function inShelfOrder<T>(
  items: readonly T[],
  boxOf: (item: T) => LabelBox | null | undefined,
  photo: { width: number; height: number },
): T[] {
  const placed = items.flatMap((item) => {
    const box = boxOf(item)
    if (!box) return []
    const { x, y, width, height } = box
    const [left, right] = [(x / 100) * photo.width, ((x + width) / 100) * photo.width]
    return [{ item, left, right, base: ((y + height) / 100) * photo.height }]
  })
  const ordered = shelvesOf(placed.sort((a, b) => a.base - b.base)).flatMap((shelf) =>
    shelf.sort((a, b) => a.left + a.right - b.left - b.right),
  )
  return [...ordered.map(({ item }) => item), ...items.filter((item) => !boxOf(item))]
}

/** Separates boxes, sorted by their bases, between labels of which one is above the other, and where hardly any shelf is so high. */
function shelvesOf<T>(placed: readonly Placed<T>[]): Placed<T>[][] {
  const width = median(placed.map(({ left, right }) => right - left))
  const shelves: Placed<T>[][] = []
  let shelf: Placed<T>[] = []
  for (const box of placed) {
    const above = shelf.findLastIndex((other) => isAbove(other, box, width))
    const last = shelf.at(-1)
    if (above >= 0) {
      const from = widestGap([...shelf.slice(above), box]) + above
      shelves.push(shelf.slice(0, from))
      shelf = shelf.slice(from)
    } else if (last && box.base - last.base > SHELF_HEIGHT * width) {
      shelves.push(shelf)
      shelf = []
    }
    shelf.push(box)
  }
  return [...shelves, shelf]
}

/** True if one label is a container's height or more above the other. */
function isAbove<T>(upper: Placed<T>, lower: Placed<T>, width: number): boolean {
  return lower.base - upper.base > width && overlap(upper.left, upper.right, lower.left, lower.right) >= STACKED_MIN
}

/** The index of the box below the widest gap. */
function widestGap<T>(placed: readonly Placed<T>[]): number {
  const gaps = placed.slice(1).map(({ base }, index) => base - (placed[index]?.base ?? base))
  return gaps.indexOf(Math.max(...gaps)) + 1
}
