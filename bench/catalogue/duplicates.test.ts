import { expect, test } from 'vitest'
import { loadShipped } from '#catalogue/shipped'
import { IS_THOROUGH } from '#testing/thorough.ts'
import { measurePairs, mergedShipped, readOwnPairs } from './duplicates.ts'

const shipped = loadShipped()

test('no two different beers of the labelled pairs are merged, and nearly all same ones are', () => {
  const { same, right, wrong } = measurePairs(shipped, readOwnPairs())
  expect(wrong).toBe(0)
  expect(right).toBeGreaterThanOrEqual(0.85 * same)
})

// Comparing each shipped beer with all that it resembles takes 10 s and more.
if (IS_THOROUGH) {
  test('no shipped beer would be merged into another, except for pairs known to be two beers', () => {
    expect(mergedShipped(shipped).suspected).toEqual([])
  })
}
