/**
 * Works through the files of users, batch by batch: first to say what a file would bring, and again to store it once the user
 * says so. A batch is one transaction that also notes how far the work is, so that another process goes on after a crash
 * where this one ended, and nothing is stored twice.
 */
import type { FastifyBaseLogger } from 'fastify'
import type { Lexicons } from '#catalogue'
import type { Db } from '../db/database.ts'
import type { Clock } from '../jobs/clock.ts'
import { type ClaimedImport, ImportLost, type ImportStore } from './import-store.ts'
import { openFile } from './open-file.ts'
import { BeerPlacing } from './place-beers.ts'
import type { ReadRecord } from './records.ts'
import { beersNamedBy, Seen, storeRecords } from './store-records.ts'
import { Tally } from './tally.ts'

const LOOK_INTERVAL_MS = 2_000
const BATCH_RECORDS = 50
/** A menu weighs as many records as it has beers. */
const BATCH_BEERS = 300

export interface ImportRunner {
  /** A file may be waiting. */
  wake(): void
  close(): Promise<void>
}

export interface RunnerPorts {
  db: Db
  store: ImportStore
  lexicons: () => Lexicons
  clock: Pick<Clock, 'every'>
  log: Pick<FastifyBaseLogger, 'error' | 'info'>
}

export function startImportRunner({ db, store, lexicons, clock, log }: RunnerPorts): ImportRunner {
  const stopped = new AbortController()
  let running: Promise<void> | undefined
  let isAsked = false

  const work = async () => {
    for (let claimed = await store.claim(); claimed && !stopped.signal.aborted; claimed = await store.claim()) {
      try {
        await runImport(claimed, { db, store, lexicons }, stopped.signal)
      } catch (error) {
        if (error instanceof ImportLost) continue
        if (stopped.signal.aborted) return await store.release(claimed)
        // The lease lapses, and the import is taken up again from where its last batch ended.
        log.error({ err: error, importId: claimed.importId }, 'an import was interrupted')
        return
      }
    }
  }
  const look = () => {
    isAsked = true
    running ??= (async () => {
      while (isAsked && !stopped.signal.aborted) {
        isAsked = false
        await work().catch((error: unknown) => log.error({ err: error }, 'imports could not be looked for'))
      }
    })().finally(() => {
      running = undefined
    })
  }
  const stop = clock.every(LOOK_INTERVAL_MS, look)
  look()
  return {
    wake: look,
    async close() {
      stop()
      stopped.abort(new Error('the server stops'))
      await running
    },
  }
}

async function runImport(
  claimed: ClaimedImport,
  { db, store, lexicons }: Pick<RunnerPorts, 'db' | 'store' | 'lexicons'>,
  signal: AbortSignal,
): Promise<void> {
  const { userId, importId, kind } = claimed
  const isTrial = claimed.phase === 'looking'
  const file = openFile(kind, await store.bytes(claimed))
  const placing = await BeerPlacing.open(db, lexicons, userId, isTrial)
  const tally = new Tally(await store.tallied(claimed))
  const user = { userId, importId, isTrial, seen: new Seen() }
  // What a trial has seen is in memory alone: it begins anew.
  const passedOver = isTrial ? 0 : claimed.done
  let done = 0

  for await (const batch of batchesOf(file.records)) {
    signal.throwIfAborted()
    done += batch.length
    if (done <= passedOver) continue
    const places = await placing.batch(db, beersNamedBy(batch))
    const storeBatch = async (conn: Parameters<typeof storeRecords>[0]) => {
      const before = placing.madeUnlisted
      await storeRecords(conn, batch, places, tally, user)
      tally.unlisted(placing.madeUnlisted - before)
      await store.note(conn, claimed, done, file.share(), tally)
    }
    await (isTrial ? storeBatch(db) : db.transaction(storeBatch))
  }
  await store.end(claimed)
}

/** The same records make the same batches, so that an import is taken up between two of them. */
async function* batchesOf(records: AsyncIterable<ReadRecord>): AsyncGenerator<ReadRecord[]> {
  let batch: ReadRecord[] = []
  let beers = 0
  for await (const one of records) {
    batch.push(one)
    beers += beersNamedBy([one]).length
    if (batch.length < BATCH_RECORDS && beers < BATCH_BEERS) continue
    yield batch
    batch = []
    beers = 0
  }
  if (batch.length > 0) yield batch
}
