/** Pictures of an import, as files beside the embedded database. */
import { mkdtempSync, rmSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { zipSync } from 'fflate'
import { afterAll, expect, it } from 'vitest'
import type { SignedIn } from '#testing/app.ts'
import { aBeer } from '#testing/builders.ts'
import { aWebp } from '#testing/webp.ts'
import { filesIn } from '../../adapters/byte-files.ts'
import { beers, breweries, pictures } from '../../adapters/db/schema.ts'
import { pictureStore } from '../../core/pictures/picture-store.ts'
import { shippedLexicons } from '../../product-files.ts'
import { batchesOf } from './batches.ts'
import { importQueue } from './import-queue.ts'
import { importStore } from './import-store.ts'
import { at, startImportApp, toFile } from './imports.fixture.ts'
import { parseFile } from './parse-file.ts'
import { runClaimedImport } from './run-claimed-import.ts'

const pictureDir = mkdtempSync(join(tmpdir(), 'bg-pictures-'))
const { app, clock, check } = await startImportApp()
const { db } = app
const files = filesIn(pictureDir)

afterAll(async () => {
  await app.close()
  rmSync(pictureDir, { recursive: true })
})

/** An export of a picture of each beer. */
async function archiveOf(beerIds: readonly number[]) {
  const named = await Promise.all(
    beerIds.map(async (id) => {
      const [beer] = await db
        .select({ name: beers.name, brewery: breweries.name })
        .from(beers)
        .innerJoin(breweries, eq(breweries.id, beers.breweryId))
        .where(eq(beers.id, id))
      return { id, ...beer, listed: true }
    }),
  )
  const of = named.map((beer, n) => ({ file: `pictures/${n}.webp`, beer, keptAt: at(19).toISOString() }))
  const json = new TextEncoder().encode(toFile({ pictures: of }))
  return zipSync({ 'data.json': json, ...Object.fromEntries(of.map(({ file }) => [file, aWebp(file)])) })
}

async function importInto({ user }: SignedIn, archive: Uint8Array, id: number, write: typeof files.write) {
  const store = pictureStore(db, { ...files, write })
  await importStore(db, clock, store).of(user.id).start(id)
  const queue = importQueue(db, clock)
  const claimed = await queue.claim()
  if (!claimed) throw new Error('the import is not claimable')
  const readFile = () => batchesOf(parseFile('export-zip', archive))
  const ports = { db, queue, pictures: store, lexicons: shippedLexicons, readFile }
  await runClaimedImport(claimed, ports, AbortSignal.timeout(60_000))
}

it('are written before the transaction that restores them, and erased if it does not', async () => {
  const person = await app.signIn()
  const [kept, fresh] = [await aBeer(db), await aBeer(db)]
  const store = pictureStore(db, files).of(person.user.id)
  await store.setKept(true)
  const earlier = await store.keep({ beerId: kept.id }, aWebp('earlier'))
  const archive = await archiveOf([kept.id, fresh.id])
  const { id } = await check(person, archive)
  let written = 0
  await importInto(person, archive, id, async (name, bytes) => {
    // Neither the user nor the only connection of the embedded database is taken. Both pictures are written at once.
    await db.execute(sql`select from users where id = ${person.user.id} for share nowait`)
    await files.write(name, bytes)
    written += 1
  })
  expect(written).toBe(2)
  const rows = await db.select().from(pictures).where(eq(pictures.userId, person.user.id))
  expect(rows.map((row) => row.beerId).sort()).toEqual([kept.id, fresh.id].sort())
  expect((await readdir(pictureDir)).sort()).toEqual(rows.map((row) => row.id).sort())
  expect(rows.map((row) => row.id)).toContain(earlier)
})
