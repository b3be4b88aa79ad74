import { expect, it } from 'vitest'
import type { TextLine } from '../../reading.ts'
import { unionOfLines } from './union.ts'

function lineAt(
  text: string,
  [left, top, right, bottom]: [number, number, number, number],
  confidence = 0.9,
): TextLine {
  return {
    text,
    confidence,
    turned: 0,
    corners: [
      { x: left, y: top },
      { x: right, y: top },
      { x: right, y: bottom },
      { x: left, y: bottom },
    ],
  }
}

it('keeps the more confident of two readings of one place', () => {
  const lines = unionOfLines([lineAt('DUVE1', [10, 10, 50, 20], 0.7), lineAt('DUVEL', [11, 10, 51, 20], 0.95)])
  expect(lines.map((line) => line.text)).toEqual(['DUVEL'])
})

it('keeps a word beside the long line that holds it', () => {
  const lines = unionOfLines([lineAt('BELGIAN GOLDEN ALE', [10, 10, 90, 20]), lineAt('ALE', [75, 10, 90, 20])])
  expect(lines).toHaveLength(2)
})

it('keeps neighbours and the same word at two places', () => {
  const lines = unionOfLines([lineAt('ALE', [10, 10, 30, 20]), lineAt('ALE', [40, 10, 60, 20])])
  expect(lines).toHaveLength(2)
})

it('orders from top to bottom, then from left to right', () => {
  const lines = unionOfLines([
    lineAt('third', [10, 30, 30, 40]),
    lineAt('second', [50, 10, 70, 20]),
    lineAt('first', [10, 10, 30, 20]),
  ])
  expect(lines.map((line) => line.text)).toEqual(['first', 'second', 'third'])
})
