import { expect, it } from 'vitest'
import { afterKey, dragged } from './crop-box.ts'

const box = { x: 20, y: 30, width: 40, height: 20 }

it.each([
  ['moves as a whole', 'whole', { x: 10, y: -5 }, { x: 30, y: 25, width: 40, height: 20 }],
  ['stays on the photo', 'whole', { x: 90, y: -90 }, { x: 60, y: 0, width: 40, height: 20 }],
  ['grows at a corner', 'bottom-right', { x: 10, y: 15 }, { x: 20, y: 30, width: 50, height: 35 }],
  ['keeps the opposite corner', 'top-left', { x: 10, y: 5 }, { x: 30, y: 35, width: 30, height: 15 }],
  ['turns over when a corner passes the other', 'top-left', { x: 60, y: 0 }, { x: 60, y: 30, width: 20, height: 20 }],
  ['is never too small', 'bottom-right', { x: -39, y: -19 }, { x: 20, y: 30, width: 6, height: 6 }],
] as const)('%s', (_, grip, by, after) => {
  expect(dragged(grip, box, { x: 50, y: 50 }, { x: 50 + by.x, y: 50 + by.y })).toEqual(after)
})

it('is drawn anew between two points, in any direction and inside the photo', () => {
  expect(dragged('new', box, { x: 70, y: 80 }, { x: 40, y: 120 })).toEqual({ x: 40, y: 80, width: 30, height: 20 })
})

it('is moved by arrow keys, and resized with Shift', () => {
  expect(afterKey('ArrowRight', false, box)).toEqual({ ...box, x: 23 })
  expect(afterKey('ArrowDown', true, box)).toEqual({ ...box, height: 23 })
  expect(afterKey('Tab', false, box)).toBeUndefined()
})
