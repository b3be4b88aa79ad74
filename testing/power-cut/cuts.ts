/** Cuts the power of recorded work at seeded moments, and says what was wrong afterwards. */
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Random } from '#testing/pictures/random.ts'
import { someCut, writeDiskAfterCut } from './disk-after-cut.ts'
import { problemAfterCut, type RecordedWork, recordRecovery } from './work.ts'

/** Cuts the power once, or with `again` also while the database recovers from that. */
export async function cutAnywhere(work: RecordedWork, scratch: string, random: Random, again: boolean) {
  const folder = mkdtempSync(join(scratch, 'cut-'))
  try {
    const cut = someCut(work.operations, work.commits[0]?.operations ?? 0, random)
    let after = join(folder, 'after')
    writeDiskAfterCut(work, cut, after, random)
    if (again) {
      const recovery = await recordRecovery(after, join(folder, 'recovery'))
      after = join(folder, 'after-recovery')
      writeDiskAfterCut(recovery, someCut(recovery.operations, 0, random), after, random)
    }
    const problem = await problemAfterCut(after, work, cut)
    return problem && `after operation ${cut}${again ? ', and again during recovery' : ''}: ${problem}`
  } catch (error) {
    return String(error)
  } finally {
    rmSync(folder, { recursive: true })
  }
}
