import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LabelBox } from '#contracts'
import { anyTextLine, aTextLine } from '#testing/text-line.ts'
import { boxIn, overlapX, overlapY, placeLines, withoutDuplicates } from './layout.ts'

const FRAME = { width: 1_000, height: 800 }

const aLine = (text: string, x: number, y: number, width: number, height: number) =>
  aTextLine(text, x, y, { width, height })

const anyLines = fc.array(anyTextLine, { maxLength: 25 })

test('measures overlap symmetrically, between 0 and 1', () => {
  fc.assert(
    fc.property(anyTextLine, anyTextLine, (one, other) => {
      const [a, b] = placeLines([one, other], FRAME)
      if (!a || !b) throw new Error('two lines were placed')
      for (const overlap of [overlapX, overlapY]) {
        expect(overlap(a, b)).toBe(overlap(b, a))
        expect(overlap(a, b)).toBeGreaterThanOrEqual(0)
        expect(overlap(a, b)).toBeLessThanOrEqual(1)
      }
    }),
  )
})

test('returns the box of a label with a margin, inside the photo', () => {
  const label = placeLines([aLine('ORVAL', 40, 30, 20, 5), aLine('6.2% vol', 45, 60, 10, 5)], FRAME)
  expect(boxIn(FRAME, label)).toEqual({ x: 35.8, y: 24.75, width: expect.closeTo(28.4, 5), height: 45.5 })
  expect(boxIn(FRAME, [])).toBeNull()
  fc.assert(
    fc.property(anyLines, (lines) => {
      const box = boxIn(FRAME, placeLines(lines, FRAME))
      if (box) expect(LabelBox.safeParse(box).success).toBe(true)
    }),
  )
})

test('removes duplicates idempotently', () => {
  fc.assert(
    fc.property(anyLines, (lines) => {
      const once = withoutDuplicates(placeLines(lines, FRAME))
      expect(withoutDuplicates(once)).toEqual(once)
    }),
  )
})

test('keeps the larger of two readings of one text', () => {
  const placed = placeLines(
    [aLine('served blende', 30, 10, 8, 3), aLine('served blended or on ice', 28, 10, 25, 3.2)],
    FRAME,
  )
  expect(withoutDuplicates(placed).map(({ line }) => line.text)).toEqual(['served blended or on ice'])
})
