/** Power cuts of the embedded database: the long form of `server/adapters/db/power-cut.test.ts`. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomFrom } from '#testing/pictures/random.ts'
import { cutAnywhere } from '#testing/power-cut/cuts.ts'
import { recordWork } from '#testing/power-cut/work.ts'

const COMMITS = 100
/** Cuts of the same work. */
const CUTS_PER_WORK = 50
const AGAIN_SHARE = 0.25

export async function cutPower(cuts: number, seed: number) {
  const scratch = mkdtempSync(join(tmpdir(), 'bg-power-'))
  const random = randomFrom(seed)
  const problems: string[] = []
  const counts = { cuts, again: 0, operations: 0, commits: 0 }
  const report = (problem: string | undefined, work: number) => problem && problems.push(`work ${work}, ${problem}`)
  try {
    for (let done = 0; done < cuts; done += CUTS_PER_WORK) {
      const number = done / CUTS_PER_WORK
      const folder = mkdtempSync(join(scratch, 'work-'))
      const work = await recordWork(folder, COMMITS, random)
      counts.operations += work.operations.length
      counts.commits += COMMITS
      for (let n = 0; n < Math.min(CUTS_PER_WORK, cuts - done); n++) {
        const again = random.chance(AGAIN_SHARE)
        counts.again += Number(again)
        report(await cutAnywhere(work, folder, random, again), number)
      }
      rmSync(folder, { recursive: true })
    }
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
  return { ...counts, problems }
}
