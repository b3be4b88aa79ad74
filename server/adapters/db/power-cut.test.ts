/** Power cuts at any write of the embedded database; `npm run bench -- reliability power` makes many more. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { randomFrom } from '#testing/pictures/random.ts'
import { cutAnywhere } from '#testing/power-cut/cuts.ts'
import { type RecordedWork, recordWork } from '#testing/power-cut/work.ts'
import { IS_THOROUGH } from '#testing/thorough.ts'

const CUTS = IS_THOROUGH ? 24 : 3
const random = randomFrom(12)
const scratch = mkdtempSync(join(tmpdir(), 'bg-power-'))
let work: RecordedWork
beforeAll(async () => {
  work = await recordWork(scratch, 24, random)
}, 120_000)
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

async function problemsAfter(cuts: number, recorded: RecordedWork): Promise<string[]> {
  const problems: string[] = []
  for (let n = 0; n < cuts; n++) {
    // Every third during recovery, too.
    const problem = await cutAnywhere(recorded, scratch, random, n % 3 === 2)
    if (problem) problems.push(problem)
  }
  return problems
}

it(`opens again after each of ${CUTS} cuts, undamaged and with every commit that it acknowledged`, async () => {
  expect(await problemsAfter(CUTS, work)).toEqual([])
}, 240_000)

it('would lose commits if they were not synced', async () => {
  const operations = work.operations.filter(({ kind }) => kind !== 'sync')
  const countUntil = (end: number) => work.operations.slice(0, end).filter(({ kind }) => kind !== 'sync').length
  const commits = work.commits.map((commit) => ({ ...commit, operations: countUntil(commit.operations) }))
  expect(await problemsAfter(3, { ...work, operations, commits })).not.toEqual([])
}, 120_000)
