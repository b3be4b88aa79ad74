/** Power cuts at any write of the embedded database; `npm run bench -- reliability` makes many more. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { randomFrom } from '#testing/pictures/random.ts'
import { writeDiskAfterCut } from '#testing/power-cut/disk-after-cut.ts'
import { problemAfterCut, type RecordedWork, recordWork } from '#testing/power-cut/work.ts'

const CUTS = process.env.TEST_ALL === '1' ? 24 : 12
const random = randomFrom(12)
const scratch = mkdtempSync(join(tmpdir(), 'bg-power-'))
let work: RecordedWork
beforeAll(async () => {
  work = await recordWork(scratch, 44, random)
}, 60_000)
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

async function problemsAfter(cuts: number, recorded: RecordedWork): Promise<string[]> {
  const start = recorded.commits[0]?.operations ?? 0
  const problems: string[] = []
  for (let n = 0; n < cuts; n++) {
    const cut = random.whole(start, recorded.operations.length)
    const folder = mkdtempSync(join(scratch, 'after-'))
    writeDiskAfterCut(recorded, cut, folder, random)
    const problem = await problemAfterCut(folder, recorded, cut)
    if (problem) problems.push(`after operation ${cut}: ${problem}`)
    rmSync(folder, { recursive: true })
  }
  return problems
}

it(`opens again after each of ${CUTS} cuts, with every commit that it acknowledged`, async () => {
  expect(await problemsAfter(CUTS, work)).toEqual([])
}, 120_000)

it('would lose commits if they were not synced', async () => {
  const operations = work.operations.filter(({ kind }) => kind !== 'sync')
  const countUntil = (end: number) => work.operations.slice(0, end).filter(({ kind }) => kind !== 'sync').length
  const commits = work.commits.map((commit) => ({ ...commit, operations: countUntil(commit.operations) }))
  expect(await problemsAfter(3, { ...work, operations, commits })).not.toEqual([])
}, 60_000)
