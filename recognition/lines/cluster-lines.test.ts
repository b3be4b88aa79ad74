import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyTextLine, aTextLine } from '#testing/text-line.ts'
import type { TextLine } from '#vision'
import { clusterLines } from './cluster-lines.ts'
import { placeLines } from './layout.ts'

const FRAME = { width: 1_000, height: 800 }
const LIMITS = { overlapMin: 0.35, gapMax: 1.6, sideGapMax: 1, widthMax: 250 }

const aLine = (text: string, x: number, y: number, width: number, height: number) =>
  aTextLine(text, x, y, { width, height })

const anyLines = fc.array(anyTextLine, { maxLength: 25 })

test('puts every line into exactly one cluster', () => {
  fc.assert(
    fc.property(anyLines, (lines) => {
      const placed = placeLines(lines, FRAME)
      const members = clusterLines(placed, LIMITS).flat()
      expect(members).toHaveLength(placed.length)
      expect(new Set(members)).toEqual(new Set(placed))
    }),
  )
})

test('limits the width of a cluster to that of a container', () => {
  fc.assert(
    fc.property(anyLines, (lines) => {
      for (const cluster of clusterLines(placeLines(lines, FRAME), LIMITS)) {
        const width = Math.max(...cluster.map(({ right }) => right)) - Math.min(...cluster.map(({ left }) => left))
        const widest = Math.max(...cluster.map((line) => line.right - line.left))
        // A merge may add 5 % to the width of the wider part.
        expect(width).toBeLessThanOrEqual(Math.max(LIMITS.widthMax, widest * 1.05 ** cluster.length) + 1e-6)
      }
    }),
  )
})

test('separates two bottles and groups the lines of each', () => {
  const placed = placeLines(
    [aLine('ORVAL', 10, 40, 12, 4), aLine('TRAPPIST', 11, 45, 10, 3), aLine('DUVEL', 50, 41, 12, 4)],
    FRAME,
  )
  const texts = clusterLines(placed, LIMITS).map((cluster) => cluster.map(({ line }) => line.text))
  expect(texts).toEqual([['ORVAL', 'TRAPPIST'], ['DUVEL']])
})

/** A line that runs upwards: its first letter is at the bottom left corner (x, y), and `length` is its height on the photo. */
function anUprightLine(text: string, x: number, y: number, length: number, height: number): TextLine {
  const corners = [
    { x, y },
    { x, y: y - length },
    { x: x + height, y: y - length },
    { x: x + height, y },
  ] as const
  return { ...aTextLine(text, 0, 0), corners }
}

test('groups brewery and name that run up the handle of a tap, but not those of the next tap', () => {
  const placed = placeLines(
    [
      anUprightLine('CALEDONIAN', 20, 70, 20, 2),
      anUprightLine('DEUCHARS IPA', 24, 80, 50, 4),
      anUprightLine('DOOM BAR', 45, 75, 40, 4),
    ],
    FRAME,
  )
  const texts = clusterLines(placed, LIMITS).map((cluster) => cluster.map(({ line }) => line.text).sort())
  expect(texts.sort()).toEqual([['CALEDONIAN', 'DEUCHARS IPA'], ['DOOM BAR']])
})
