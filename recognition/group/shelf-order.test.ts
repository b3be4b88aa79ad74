import { expect, test } from 'vitest'
import { inShelfOrder } from './shelf-order.ts'

const PHOTO = { width: 1_000, height: 1_000 }

/** The order of labels given by their left edge, base, and width in percent. */
function orderOf(labels: Record<string, readonly [left: number, base: number, width?: number]>): string {
  const items = Object.entries(labels).map(([name, [x, base, width = 10]]) => {
    return { name, box: { x, y: base - 5, width, height: 5 } }
  })
  const names = inShelfOrder(items, ({ box }) => box, PHOTO).map(({ name }) => name)
  return names.join(' ')
}

test('orders the labels of a fridge shelf by shelf', () => {
  expect(orderOf({ e: [42, 88], b: [40, 22], d: [8, 85], a: [5, 20], c: [75, 18] })).toBe('a b c d e')
})

test('separates two shelves that are hardly filled above each other by the height between them', () => {
  expect(orderOf({ c: [5, 90], d: [20, 88], a: [50, 20], b: [80, 24] })).toBe('a b c d')
})

test('orders a row at a table from left to right, whether labels are on necks or bellies', () => {
  expect(orderOf({ c: [60, 35], a: [5, 60], d: [80, 58], b: [30, 38] })).toBe('a b c d')
})

test('follows shelves that a photo from the side shows slanted', () => {
  const labels = { d: [5, 50], f: [65, 62], e: [35, 56], c: [65, 32], a: [5, 20], b: [35, 26] } as const
  expect(orderOf(labels)).toBe('a b c d e f')
})

test('keeps what has no place at the end', () => {
  const box = { x: 5, y: 20, width: 10, height: 5 }
  expect(inShelfOrder([{ name: 'b' }, { name: 'a', box }], ({ box }) => box, PHOTO).map(({ name }) => name)).toEqual([
    'a',
    'b',
  ])
})
