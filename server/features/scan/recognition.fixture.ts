/** Starts the app with scripted readers and a manual clock, and looks at what scans leave in the database. */
import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { count, eq, lt } from 'drizzle-orm'
import { expect, vi } from 'vitest'
import { listScans } from '#contracts'
import { type Call, startTestApp } from '#testing/app.ts'
import { manualClock } from '#testing/manual-clock.ts'
import { photoOf, scriptedReaders } from '#testing/scripted-readers.ts'
import { scanItems, scanJobs, scanPhotos } from '../../adapters/db/schema.ts'
import { currentCatalogueVersion } from '../../core/beers/catalogue-version.ts'

const RENEWAL_MS = 5_000

export const photo = (label: string) => new Blob([photoOf(label)])

/** A unique label, so that tests do not share scripts. */
export const aLabel = () => `label ${randomUUID()}`

export async function startRecognitionApp() {
  const readers = scriptedReaders()
  const clock = manualClock()
  const app = await startTestApp({ readers, clock })
  const { db } = app

  return {
    app,
    db,
    readers,
    clock,

    async historyOf(call: Call) {
      return (await call(listScans, {})).body ?? []
    },

    /** Otherwise the catalogue update of an earlier test's beer could arrive between two photos and prevent reuse. */
    async catalogueUpdateReachesReaders() {
      const version = await currentCatalogueVersion(db)
      clock.advance(2_000)
      await vi.waitFor(() => expect(readers.catalogueVersion).toBe(version), 5_000)
    },

    /** Advances the clock in steps that allow every lease to be renewed. */
    async advanceWithLeases(ms: number) {
      for (let passed = 0; passed < ms; passed += RENEWAL_MS) {
        clock.advance(RENEWAL_MS)
        const tooShort = lt(scanJobs.leaseUntil, new Date(clock.now() + RENEWAL_MS))
        while ((await db.select().from(scanJobs).where(tooShort)).length > 0) await setTimeout(1)
      }
    },

    /** The numbers of rows that belong to a scan. */
    async rowsOf(scanId: string) {
      const rows = await Promise.all(
        [scanJobs, scanPhotos, scanItems].map((table) =>
          db.select({ n: count() }).from(table).where(eq(table.scanId, scanId)),
        ),
      )
      const [jobs, photos, items] = rows.map(([row]) => row?.n)
      return { jobs, photos, items }
    },
  }
}
