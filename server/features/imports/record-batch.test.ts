import { expect, it } from 'vitest'
import { ImportStats } from './import-stats.ts'
import { DedupSet, freshOf } from './record-batch.ts'

function countsOf(beerIds: number[], { known = [] as number[], stored = 0 } = {}) {
  const stats = new ImportStats()
  const entries = beerIds.map((beerId, line) => ({ beerId, line }))
  const fresh = freshOf({ isPreview: false, dedup: new DedupSet(), stats }, 'favorites', entries, {
    keyOf: ({ beerId }) => beerId,
    known: new Set(known),
    max: 2,
    stored,
    beyond: 'full',
  })
  return { fresh: fresh.map(({ beerId }) => beerId), ...stats.stored() }
}

it('counts what is listed twice as known, even where there is no room for more', () => {
  const { fresh, counts } = countsOf([1, 2, 1, 2])
  expect(fresh).toEqual([1, 2])
  expect(counts).toEqual({ 'favorites.fresh': 2, 'favorites.known': 2 })
})

it('counts what is stored as known, and reports all that there is no room for', () => {
  const { fresh, counts, reasons } = countsOf([1, 7, 8, 8], { known: [1], stored: 1 })
  expect(fresh).toEqual([7])
  expect(counts).toEqual({ 'favorites.fresh': 1, 'favorites.known': 1, unplaced: 2 })
  expect(reasons).toEqual({ full: 2 })
})
