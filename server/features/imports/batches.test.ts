import { expect, it } from 'vitest'
import { batchesOf } from './batches.ts'
import type { OwnRecord, ParsedRecord } from './records.ts'

const search: OwnRecord = { kind: 'search', query: 'duvel', resultCount: 1, at: new Date(0) }

async function sizesOf(records: ParsedRecord[]): Promise<number[]> {
  const file = {
    share: () => 1,
    records: (async function* () {
      yield* records
    })(),
  }
  const sizes: number[] = []
  for await (const batch of batchesOf(file)) sizes.push(batch.records.length)
  return sizes
}

it('are of 50 records', async () => {
  expect(await sizesOf(Array.from({ length: 120 }, (_, line) => ({ line, record: search })))).toEqual([50, 50, 20])
})

it('hold many more rows without a record, so that a file of nothing else costs few transactions', async () => {
  expect(await sizesOf(Array.from({ length: 2_500 }, (_, line) => ({ line, problem: 'no beer' })))).toEqual([
    1_000, 1_000, 500,
  ])
})

it('are of at most about 512 kB of pictures, so that few are in memory', async () => {
  const entry = { source: 'beergoggles', sourceId: '1' }
  const picture: OwnRecord = { kind: 'entry-picture', entry, bytes: new Uint8Array(60 * 1024), at: new Date(0) }
  expect(await sizesOf(Array.from({ length: 20 }, (_, line) => ({ line, record: picture })))).toEqual([9, 9, 2])
})
