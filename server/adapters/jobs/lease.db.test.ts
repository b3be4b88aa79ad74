import { randomUUID } from 'node:crypto'
import { asc, eq, ne, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { aUser } from '#testing/builders.ts'
import { testDatabase } from '#testing/database.ts'
import { manualClock } from '#testing/manual-clock.ts'
import { importFiles, imports } from '../db/schema.ts'
import { freeLeases, leasesOf } from './lease.ts'

const { db, kind } = await testDatabase()
const clock = manualClock()
const leases = leasesOf(importFiles, clock)

/** Any queue table would do: this one has an order of its own and rows that are not ready. */
async function aRow(more: Partial<typeof importFiles.$inferInsert> = {}): Promise<number> {
  const { id: userId } = await aUser(db)
  const [row] = await db
    .insert(imports)
    .values({ userId, source: 'test', fileName: 'a.json' })
    .returning({ id: imports.id })
  if (!row) throw new Error('no import was made')
  await db.insert(importFiles).values({ importId: row.id, userId, kind: 'export-json', ...more })
  return row.id
}

const claim = () =>
  leases.claim(db, {
    key: importFiles.importId,
    isReady: ne(importFiles.phase, 'ended'),
    order: [asc(importFiles.records), asc(importFiles.importId)],
    returning: {
      id: importFiles.importId,
      attempt: importFiles.attempt,
      source: sql<string>`${db.select({ source: imports.source }).from(imports).where(eq(imports.id, importFiles.importId))}`,
    },
  })

describe('a claim', () => {
  beforeEach(async () => {
    await db.delete(imports)
  })

  it('leases the first row in the order of the queue, and returns what was asked for', async () => {
    const late = await aRow({ records: 2 })
    const [first, second] = [await aRow({ records: 1 }), await aRow({ records: 1 })]
    const claimed = await claim()
    expect(claimed?.row).toEqual({ id: first, attempt: 1, source: 'test' })
    expect([await claim(), await claim(), await claim()].map((next) => next?.row.id)).toEqual([second, late, undefined])
  })

  it('leases one row only, and leaves the others unchanged', async () => {
    const [first, second] = [await aRow(), await aRow()]
    const claimed = await claim()
    const { importId, attempt, leaseToken, leaseUntil } = importFiles
    const rows = await db
      .select({ importId, attempt, leaseToken, leaseUntil })
      .from(importFiles)
      .orderBy(importFiles.importId)
    expect(rows).toEqual([
      { importId: first, attempt: 1, leaseToken: claimed?.leaseToken, leaseUntil: new Date(clock.now() + 15_000) },
      { importId: second, attempt: 0, leaseToken: null, leaseUntil: null },
    ])
  })

  it('passes over rows that are not ready, even if they are free', async () => {
    await aRow({ phase: 'ended' })
    expect(await claim()).toBeUndefined()
  })

  it('takes a row from a worker whose lease has lapsed, and not earlier', async () => {
    const id = await aRow({ leaseToken: randomUUID(), leaseUntil: new Date(clock.now() + 1_000), attempt: 1 })
    clock.advance(1_000)
    expect(await claim()).toBeUndefined()
    clock.advance(1)
    expect((await claim())?.row).toMatchObject({ id, attempt: 2 })
  })

  it('takes a row at once if all were freed, and still counts the attempt', async () => {
    const id = await aRow()
    const lost = await claim()
    await freeLeases(db, [importFiles])
    const next = await claim()
    expect(next?.row).toMatchObject({ id, attempt: 2 })
    expect(next?.leaseToken).not.toBe(lost?.leaseToken)
  })

  it('gives each row to one of many workers', async () => {
    const ids: number[] = []
    for (let n = 0; n < 12; n++) ids.push(await aRow())
    const claims = await Promise.all(Array.from({ length: 20 }, claim))
    const got = claims.flatMap((claimed) => (claimed ? [claimed.row.id] : []))
    expect(new Set(got).size).toBe(got.length)
    // Under contention a claim may pass over a row that another one just took; the next claim gets it.
    for (let claimed = await claim(); claimed; claimed = await claim()) got.push(claimed.row.id)
    expect(got.sort((a, b) => a - b)).toEqual(ids)
  })

  // The embedded database has one connection, so no other transaction can hold a lock.
  if (kind === 'postgres')
    it('skips a row that another transaction has locked, rather than wait for it', async () => {
      const [locked, next] = [await aRow(), await aRow()]
      await db.transaction(async (tx) => {
        await tx.select().from(importFiles).where(eq(importFiles.importId, locked)).for('update')
        expect((await claim())?.row.id).toBe(next)
      })
      expect((await claim())?.row.id).toBe(locked)
    })
})
