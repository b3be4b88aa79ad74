/**
 * Processes users' files in batches: first for a preview, then, once the user confirms, to store the records. Each batch is
 * one transaction that also stores the progress, so that after a crash another process resumes there and stores nothing
 * twice.
 */
import type { FastifyBaseLogger } from 'fastify'
import type { Lexicons } from '#catalogue'
import type { Clock } from '../../adapters/clock.ts'
import type { Conn, Database, Db } from '../../adapters/db/database.ts'
import { lockUser } from '../../adapters/db/lock-user.ts'
import { LeaseLost } from '../../adapters/jobs/lease.ts'
import { type Poll, startPoll } from '../../adapters/jobs/poll.ts'
import type { PictureStore } from '../../core/pictures/picture-store.ts'
import type { ClaimedImport, ImportQueue } from './import-queue.ts'
import { ImportStats } from './import-stats.ts'
import { type ReadFile, readFileInProcess, UnreadableFile } from './read-file-in-process.ts'
import { DedupSet } from './record-batch.ts'
import { beersNamedIn, picturesIn } from './records.ts'
import { BeerResolver } from './resolve-beers.ts'
import { storeRecords } from './store-records.ts'

const POLL_INTERVAL_MS = 2_000
/** A batch may take longer than a lease. */
const RENEW_INTERVAL_MS = 5_000
const UNREADABLE = 'the file cannot be read from here on'
const MISSING = 'the file is no longer on the server, please choose it again'

export interface RunnerPorts {
  db: Db
  queue: ImportQueue
  changes?: Database['changes'] | undefined
  lexicons: () => Lexicons
  pictures: Pick<PictureStore, 'of'>
  /** Default: in a process of its own. */
  readFile?: ReadFile | undefined
  clock: Pick<Clock, 'every'>
  log: Pick<FastifyBaseLogger, 'error' | 'info'>
}

type RunPorts = Pick<RunnerPorts, 'db' | 'queue' | 'lexicons' | 'pictures' | 'readFile'>

export function startImportRunner({ db, queue, changes, lexicons, pictures, readFile, clock, log }: RunnerPorts): Poll {
  const stopped = new AbortController()

  const claim = async () => (stopped.signal.aborted ? undefined : await queue.claim())

  const work = async () => {
    for (let claimed = await claim(); claimed; claimed = await claim()) {
      try {
        // The server may have been stopped while the database was asked.
        stopped.signal.throwIfAborted()
        await runRenewed(claimed)
      } catch (error) {
        if (error instanceof LeaseLost) continue
        if (stopped.signal.aborted) return await queue.release(claimed)
        if (error instanceof UnreadableFile) {
          log.error({ err: error, importId: claimed.importId }, 'import failed')
          continue
        }
        // Once the lease lapses, a worker resumes the import after its last batch.
        log.error({ err: error, importId: claimed.importId }, 'import interrupted')
        return
      }
    }
  }

  /** Renews the lease meanwhile, and stops once it is lost. */
  async function runRenewed(claimed: ClaimedImport): Promise<void> {
    const lost = new AbortController()
    const stopRenewing = clock.every(RENEW_INTERVAL_MS, () => {
      queue.renew(claimed).catch((error: unknown) => {
        if (error instanceof LeaseLost) lost.abort(error)
        else log.error({ err: error, importId: claimed.importId }, 'renewing the lease of an import failed')
      })
    })
    try {
      const signal = AbortSignal.any([stopped.signal, lost.signal])
      await runClaimedImport(claimed, { db, queue, lexicons, pictures, readFile }, signal)
    } finally {
      stopRenewing()
    }
  }

  const failureMessage = 'claiming imports failed'
  const poll = startPoll({ clock, intervalMs: POLL_INTERVAL_MS, work, log, failureMessage, yields: true, changes })
  poll.wake()
  return {
    wake: poll.wake,
    async close() {
      stopped.abort(new Error('the server stops'))
      await poll.close()
    },
  }
}

export async function runClaimedImport(
  claimed: ClaimedImport,
  { db, queue, lexicons, pictures, readFile = readFileInProcess }: RunPorts,
  signal: AbortSignal,
): Promise<void> {
  const { userId, importId, kind } = claimed
  const isPreview = claimed.phase === 'looking'
  const file = await queue.file(claimed)
  const stats = new ImportStats(await queue.stats(claimed))
  if (!file) {
    stats.addUnresolved(1, MISSING)
    await queue.fail(claimed, stats)
    throw new UnreadableFile('the file is missing: a backup, or a snapshot, was restored')
  }
  const batches = readFile(kind, file, signal)
  const resolver = await BeerResolver.open(db, lexicons, userId, isPreview)
  const context = { userId, importId, isPreview, dedup: new DedupSet(), pictures }
  const own = pictures.of(userId)
  // A preview has its state in memory only, so after an interruption it starts over.
  const alreadyDone = isPreview ? 0 : claimed.done
  let done = 0
  let line = 1

  try {
    for await (const { records, share } of batches) {
      signal.throwIfAborted()
      done += records.length
      line = records.at(-1)?.line ?? line
      if (done <= alreadyDone) continue
      const staged = await own.stage(isPreview ? [] : picturesIn(records))
      const batchResolver = await resolver.batch(db, beersNamedIn(records))
      const storeBatch = async (conn: Conn) => {
        await queue.assertHeld(conn, claimed)
        const before = resolver.unlistedCreated
        await storeRecords(conn, records, batchResolver, stats, { ...context, staged })
        stats.addUnlistedBeers(resolver.unlistedCreated - before)
        await queue.saveProgress(conn, claimed, done, share, stats)
      }
      if (isPreview) await storeBatch(db)
      else
        await db.transaction(async (tx) => {
          await lockUser(tx, userId)
          await storeBatch(tx)
        })
      await own.eraseUnused(staged)
    }
  } catch (error) {
    if (error instanceof UnreadableFile) {
      stats.addUnresolved(line, UNREADABLE)
      await queue.fail(claimed, stats)
    }
    throw error
  }
  await queue.end(claimed)
}
