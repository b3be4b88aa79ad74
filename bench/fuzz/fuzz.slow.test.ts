/**
 * A repeatable part of `npm run bench -- fuzz`, with the built product. Import files are in a test of their own, which runs beside it; requests
 * are in `server/adapters/http/fuzz.db.test.ts`.
 */
import { expect, it } from 'vitest'
import { fuzzPictures } from './pictures.ts'
import { fuzzProviders } from './providers.ts'
import { summaryOf } from './report.ts'

const SEED = 1
const PARTS = [
  ['pictures', 10_000, fuzzPictures],
  ['provider answers', 2_000, fuzzProviders],
] as const
/** A busy machine must not fail what is merely slow; hanging input is a failure of its own. */
const TIMEOUT_MS = 900_000

it.each(PARTS)(
  'of hostile %s, %i lead to declared outcomes only',
  async (what, count, fuzz) => {
    const result = await fuzz(SEED, count)
    console.log(`${what}: ${summaryOf(result)}`)
    expect(result.failures).toEqual([])
  },
  TIMEOUT_MS,
)
