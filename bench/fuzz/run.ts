/**
 * Feeds hostile input to everything that takes input from outside, and fails if anything but a declared answer comes of it:
 * a crash, an unintended 5xx, or a hang. `npm run bench -- fuzz [pictures|requests|files|providers] [--seed 1] [--count 20000]
 * [--record]`.
 */
import { parseArgs } from 'node:util'
import { figures, RECORD } from '../figures.ts'
import { countIn, wantedParts } from '../parts.ts'
import { fuzzFiles } from './files.ts'
import { fuzzPictures } from './pictures.ts'
import { fuzzProviders } from './providers.ts'
import { countsOf, type FuzzResult } from './report.ts'
import { fuzzRequests } from './requests.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seed: { type: 'string', default: '1' }, count: { type: 'string', default: '20000' }, ...RECORD },
})
const seed = Number(values.seed)
const count = countIn(values.count)

const columns = ['input', 'outcomes', 'unintended', 'slowest, s', 'memory after half and all, MB', 'minutes'] as const
const table = figures('fuzz', columns, values)

let crashes = 0
const crash = (error: unknown) => {
  crashes += 1
  console.log('CRASH', error)
}

let failed = false
const parts = {
  pictures: () => fuzzPictures(seed, count),
  requests: () => fuzzRequests(seed, count),
  // With fields of 1 MB.
  files: () => fuzzFiles(seed, Math.ceil(count / 100)),
  providers: () => fuzzProviders(seed, Math.ceil(count / 20)),
} satisfies Record<string, () => Promise<FuzzResult>>
const wanted = wantedParts(Object.keys(parts) as (keyof typeof parts)[], positionals)
process.on('uncaughtException', crash)
process.on('unhandledRejection', crash)
// Also if a part ends with an error, which the line above catches.
process.exitCode = 1
for (const name of wanted) {
  const start = performance.now()
  const result = await parts[name]()
  const { failures } = result
  const minutes = ((performance.now() - start) / 60_000).toFixed(1)
  const slowest = (result.slowestMs / 1_000).toFixed(1)
  const unintended = String(failures.length + crashes)
  table.add(`${name}, seed ${seed}`, countsOf(result), unintended, slowest, result.memory.join(', '), minutes)
  for (const failure of failures.slice(0, 10)) console.log(`  FAIL ${failure}`)
  if (failures.length > 0) failed = true
}
process.exit(failed || crashes > 0 ? 1 : 0)
