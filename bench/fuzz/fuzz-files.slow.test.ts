/** A repeatable part of `npm run bench -- fuzz`: import files. */
import { expect, it } from 'vitest'
import { fuzzFiles } from './files.ts'
import { summaryOf } from './report.ts'

const SEED = 1
const FILES = 40
/** A busy machine must not fail what is merely slow; hanging input is a failure of its own. */
const TIMEOUT_MS = 900_000

it(
  `of ${FILES} hostile import files, all lead to declared outcomes only`,
  async () => {
    const result = await fuzzFiles(SEED, FILES)
    console.log(`import files: ${summaryOf(result)}`)
    expect(result.failures).toEqual([])
  },
  TIMEOUT_MS,
)
