import { describe, expect, it } from 'vitest'
import { type CurvedLine, curvedLineWidth, fitCurvedLine, pointsAlong, scaleCurvedLine } from './curved-line.ts'

/** Columns from 0 to `width` of a band `tall` px high with its centre line at `middle(x)`. */
function band(width: number, tall: number, middle: (x: number) => number) {
  return new Map(
    Array.from({ length: width }, (_, x) => {
      const top = Math.round(middle(x + 0.5) - tall / 2)
      return [x, { top, bottom: top + tall - 1 }] as const
    }),
  )
}

const arched = (x: number) => 100 - 30 * (1 - ((x - 100) / 100) ** 2)
const middleOf = ({ a: bend, b: slope, c: start }: CurvedLine, x: number) => bend * x * x + slope * x + start

describe('arcThrough', () => {
  it('follows a curved line and expands it like a straight one', () => {
    const arc = fitCurvedLine(band(200, 12, arched), 1.8) ?? expect.fail('no arc')
    for (const x of [10, 60, 100, 150, 190]) expect(middleOf(arc, x)).toBeCloseTo(arched(x), -0.2)
    expect(arc.thickness).toBeGreaterThan(18)
    expect(arc.thickness).toBeLessThan(34)
    expect(arc.from).toBeLessThan(0)
    expect(arc.to).toBeGreaterThan(200)
  })

  it.each([
    ['a straight line', band(200, 12, () => 50)],
    ['a slanted line', band(200, 12, (x) => x / 4)],
    ['a bend within the height of the text', band(200, 40, (x) => 50 + 8 * ((x - 100) / 100) ** 2)],
    ['a wave', band(200, 8, (x) => 50 + 20 * Math.sin(x / 12))],
    ['a blot', band(30, 28, (x) => 50 + 20 * ((x - 15) / 15) ** 2)],
    ['a speck', band(6, 3, (x) => x * x)],
    ['half a ring', band(200, 8, (x) => 200 - Math.sqrt(Math.max(0, 10_000 - (x - 100) ** 2)))],
  ])('returns no arc for %s', (_, columns) => {
    expect(fitCurvedLine(columns, 1.8)).toBeUndefined()
  })
})

it('scales the arc to a larger raster', () => {
  const arc = fitCurvedLine(band(200, 12, arched), 1.8) ?? expect.fail('no arc')
  const larger = scaleCurvedLine(arc, { x: 2, y: 3 })
  for (const x of [20, 100, 180]) expect(middleOf(larger, 2 * x)).toBeCloseTo(3 * middleOf(arc, x), 6)
  expect(larger).toMatchObject({ from: 2 * arc.from, to: 2 * arc.to, thickness: 3 * arc.thickness })
})

it('walks along the arc in equal steps, each with its downward direction', () => {
  const arc: CurvedLine = { a: 0.005, b: 0, c: 0, from: -100, to: 100, thickness: 48 }
  const steps = pointsAlong(arc, 50)
  const gaps = steps.slice(1).map((step, index) => {
    const before = steps[index] ?? expect.fail('no step before')
    return Math.hypot(step.x - before.x, step.y - before.y)
  })
  expect(Math.max(...gaps) / Math.min(...gaps)).toBeLessThan(1.02)
  for (const { downX, downY } of steps) expect(Math.hypot(downX, downY)).toBeCloseTo(1, 6)
  expect(steps[0]?.downX).toBeGreaterThan(0.5)
  expect(steps.at(-1)?.downX).toBeLessThan(-0.5)
  expect(curvedLineWidth(arc)).toBeGreaterThan(225)
  expect(curvedLineWidth(arc)).toBeLessThan(235)
})
