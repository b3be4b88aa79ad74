/**
 * Processes users' files in batches: first for a preview, then, once the user confirms, to store the records. Each batch is
 * one transaction that also stores the progress, so that after a crash another process resumes there and stores nothing
 * twice.
 */
import type { FastifyBaseLogger } from 'fastify'
import type { Lexicons } from '#catalogue'
import type { Clock } from '../../adapters/clock.ts'
import type { Db } from '../../adapters/db/database.ts'
import { LeaseLost } from '../../adapters/jobs/lease.ts'
import { type Poll, startPoll } from '../../adapters/jobs/poll.ts'
import type { ClaimedImport, ImportQueue } from './import-queue.ts'
import { ImportStats } from './import-stats.ts'
import { parseFile } from './parse-file.ts'
import { DedupSet } from './record-batch.ts'
import type { ParsedRecord } from './records.ts'
import { BeerResolver } from './resolve-beers.ts'
import { beersNamedIn, storeRecords } from './store-records.ts'

const POLL_INTERVAL_MS = 2_000
const BATCH_RECORDS = 50
/** Limits batches of menus, which are single records with many beers. */
const BATCH_BEERS = 300

export interface RunnerPorts {
  db: Db
  queue: ImportQueue
  lexicons: () => Lexicons
  clock: Pick<Clock, 'every'>
  log: Pick<FastifyBaseLogger, 'error' | 'info'>
}

export function startImportRunner({ db, queue, lexicons, clock, log }: RunnerPorts): Poll {
  const stopped = new AbortController()

  const work = async () => {
    for (let claimed = await queue.claim(); claimed && !stopped.signal.aborted; claimed = await queue.claim()) {
      try {
        await runClaimedImport(claimed, { db, queue, lexicons }, stopped.signal)
      } catch (error) {
        if (error instanceof LeaseLost) continue
        if (stopped.signal.aborted) return await queue.release(claimed)
        // Once the lease lapses, a worker resumes the import after its last batch.
        log.error({ err: error, importId: claimed.importId }, 'import interrupted')
        return
      }
    }
  }
  const failureMessage = 'claiming imports failed'
  const poll = startPoll({ clock, intervalMs: POLL_INTERVAL_MS, work, log, failureMessage })
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
  { db, queue, lexicons }: Pick<RunnerPorts, 'db' | 'queue' | 'lexicons'>,
  signal: AbortSignal,
): Promise<void> {
  const { userId, importId, kind } = claimed
  const isPreview = claimed.phase === 'looking'
  const file = parseFile(kind, await queue.file(claimed))
  const resolver = await BeerResolver.open(db, lexicons, userId, isPreview)
  const stats = new ImportStats(await queue.stats(claimed))
  const context = { userId, importId, isPreview, dedup: new DedupSet() }
  // A preview has its state in memory only, so after an interruption it starts over.
  const alreadyDone = isPreview ? 0 : claimed.done
  let done = 0

  for await (const batch of batchesOf(file.records)) {
    signal.throwIfAborted()
    done += batch.length
    if (done <= alreadyDone) continue
    const batchResolver = await resolver.batch(db, beersNamedIn(batch))
    const storeBatch = async (conn: Parameters<typeof storeRecords>[0]) => {
      const before = resolver.unlistedCreated
      await storeRecords(conn, batch, batchResolver, stats, context)
      stats.addUnlistedBeers(resolver.unlistedCreated - before)
      await queue.saveProgress(conn, claimed, done, file.share(), stats)
    }
    await (isPreview ? storeBatch(db) : db.transaction(storeBatch))
  }
  await queue.end(claimed)
}

/** Batching is deterministic, so that a resumed import continues at a batch boundary. */
async function* batchesOf(records: AsyncIterable<ParsedRecord>): AsyncGenerator<ParsedRecord[]> {
  let batch: ParsedRecord[] = []
  let beers = 0
  for await (const record of records) {
    batch.push(record)
    beers += beersNamedIn([record]).length
    if (batch.length < BATCH_RECORDS && beers < BATCH_BEERS) continue
    yield batch
    batch = []
    beers = 0
  }
  if (batch.length > 0) yield batch
}
