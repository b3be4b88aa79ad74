/** Power cuts of the embedded database: the long form of `server/adapters/db/power-cut.test.ts`. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomFrom } from '#testing/pictures/random.ts'
import { writeDiskAfterCut } from '#testing/power-cut/disk-after-cut.ts'
import { problemAfterCut, recordWork } from '#testing/power-cut/work.ts'

const COMMITS = 120
/** Cuts of the same work. */
const CUTS_PER_WORK = 60

export async function cutPower(cuts: number, seed: number) {
  const scratch = mkdtempSync(join(tmpdir(), 'bg-power-'))
  const random = randomFrom(seed)
  const problems: string[] = []
  let operations = 0
  try {
    for (let done = 0; done < cuts; done += CUTS_PER_WORK) {
      const folder = mkdtempSync(join(scratch, 'work-'))
      const work = await recordWork(folder, COMMITS, random)
      operations += work.operations.length
      for (let n = 0; n < Math.min(CUTS_PER_WORK, cuts - done); n++) {
        const cut = random.whole(work.commits[0]?.operations ?? 0, work.operations.length)
        const after = join(folder, `after-${n}`)
        writeDiskAfterCut(work, cut, after, random)
        const problem = await problemAfterCut(after, work, cut)
        if (problem) problems.push(`work ${done / CUTS_PER_WORK}, after operation ${cut}: ${problem}`)
        rmSync(after, { recursive: true })
      }
      rmSync(folder, { recursive: true })
    }
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
  return { cuts, operations, problems }
}
