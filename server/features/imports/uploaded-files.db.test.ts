/** Uploaded files beside the database, as the embedded database keeps them. */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, expect, it } from 'vitest'
import {
  deleteUser,
  getImport,
  IMPORT_PREVIEW_TTL_MS,
  listImports,
  listSearches,
  type OwnImport,
  startImport,
  undoImport,
} from '#contracts'
import { type SignedIn, startTestApp } from '#testing/app.ts'
import { importFiles, imports } from '../../adapters/db/schema.ts'
import { pictureStore } from '../../core/pictures/picture-store.ts'
import { shippedLexicons } from '../../product-files.ts'
import { importQueue } from './import-queue.ts'
import { importStore } from './import-store.ts'
import { at, startImportApp, toFile } from './imports.fixture.ts'
import { UnreadableFile } from './read-file-in-process.ts'
import { runClaimedImport } from './run-claimed-import.ts'
import { putUploadsIntoRows, uploadedFiles } from './uploaded-files.ts'

const importDir = mkdtempSync(join(tmpdir(), 'bg-imports-'))
const { app, clock, check, importFile, runAll, upload } = await startImportApp(importDir)
const files = uploadedFiles(importDir, app.db, clock)
const later = (ms: number) => ({ now: () => clock.now() + ms })

afterEach(async () => {
  await app.db.delete(imports)
  for (const name of await names()) rmSync(join(importDir, name))
})
afterAll(async () => {
  await app.close()
  rmSync(importDir, { recursive: true })
})

const names = () => readdir(importDir)
const file = toFile({ searches: [{ query: 'orval', resultCount: 1, searchedAt: at(1).toISOString() }] })

async function rowOf(id: number) {
  const [row] = await app.db.select().from(importFiles).where(eq(importFiles.importId, id))
  return row
}

/** Starts a checked import without waking the runner of the app. */
const start = (person: SignedIn, id: number) =>
  importStore(app.db, clock, pictureStore(app.db)).of(person.user.id).start(id)

const stateOf = async (person: SignedIn, id: number) => (await person.call(getImport, { params: { id } })).body

it('lies in a file, not in its row, until it is imported', async () => {
  const person = await app.signIn()
  const { id } = await check(person, file)
  const { fileId, packed } = (await rowOf(id)) ?? {}
  expect(packed).toBeNull()
  expect(await names()).toEqual([fileId])
  expect(gunzipSync(await readFile(join(importDir, fileId ?? ''))).toString()).toBe(file)
  await start(person, id)
  await runAll()
  expect((await stateOf(person, id)).state).toBe('done')
  expect((await person.call(listSearches)).body).toMatchObject([{ query: 'orval' }])
  expect(await names()).toEqual([])
})

it('is imported from its row after a move to a database that several nodes share', async () => {
  const person = await app.signIn()
  const { id } = await check(person, file)
  await putUploadsIntoRows(app.db, files)
  for (const name of await names()) rmSync(join(importDir, name))
  expect((await rowOf(id))?.fileId).toBeNull()
  await start(person, id)
  await runAll()
  expect((await person.call(listSearches)).body).toMatchObject([{ query: 'orval' }])
})

it.each<[string, (person: SignedIn, preview: OwnImport) => Promise<unknown>]>([
  ['its import is cancelled', (person, { id }) => person.call(undoImport, { params: { id } })],
  [
    'its import is stopped',
    async (person, { id }) => {
      await start(person, id)
      await person.call(undoImport, { params: { id } })
    },
  ],
  ['the account is deleted', (person) => person.call(deleteUser)],
  [
    'its import is not started within a day',
    () => importStore(app.db, later(IMPORT_PREVIEW_TTL_MS + 1), pictureStore(app.db), files).removeAbandoned(),
  ],
  [
    'reading it was interrupted three times',
    async (person, { id }) => {
      await start(person, id)
      await app.db.update(importFiles).set({ attempt: 3 }).where(eq(importFiles.importId, id))
      await runAll()
      expect((await stateOf(person, id)).state).toBe('failed')
    },
  ],
  [
    'it cannot be read',
    async (person, { id }) => {
      await start(person, id)
      const queue = importQueue(app.db, clock, files)
      const claimed = await queue.claim()
      if (!claimed) throw new Error('the import is not claimable')
      // biome-ignore lint/correctness/useYield: it fails before the first batch.
      async function* readFile() {
        throw new UnreadableFile('ended with SIGABRT')
      }
      const ports = { db: app.db, queue, pictures: pictureStore(app.db), lexicons: shippedLexicons, readFile }
      await expect(runClaimedImport(claimed, ports, AbortSignal.timeout(60_000))).rejects.toThrow('SIGABRT')
    },
  ],
])('is erased when %s', async (_when, end) => {
  const person = await app.signIn()
  const preview = await check(person, file)
  expect(await names()).toHaveLength(1)
  await end(person, preview)
  expect(await names()).toEqual([])
})

it('is erased when another one replaces it, and neither stays of one that is refused', async () => {
  const person = await app.signIn()
  await check(person, file)
  const [before] = await names()
  const { id } = await check(person, file)
  expect(await names()).toEqual([(await rowOf(id))?.fileId])
  expect(await names()).not.toContain(before)

  await start(person, id)
  expect((await upload(person, file)).status).toBe(409)
  expect(await names()).toEqual([(await rowOf(id))?.fileId])
})

it('is erased at the next start if the server was killed before it could erase it', async () => {
  const person = await app.signIn()
  const done = await importFile(person, file)
  const ended = (await rowOf(done.id))?.fileId ?? ''
  await check(person, file)
  const [open = ''] = await names()
  for (const name of [ended, randomUUID(), open]) {
    writeFileSync(join(importDir, name), 'a file')
    utimesSync(join(importDir, name), 0, 0)
  }
  await (await startTestApp({ clock, importDir })).close()
  expect(await names()).toEqual([open])
})

it('is read from its row if a server of an earlier version stored it there', async () => {
  const person = await app.signIn()
  const { id } = await check(person, file)
  const [name = ''] = await names()
  const inRow = { fileId: null, packed: await readFile(join(importDir, name)) }
  await app.db.update(importFiles).set(inRow).where(eq(importFiles.importId, id))
  rmSync(join(importDir, name))
  await start(person, id)
  await runAll()
  expect((await stateOf(person, id)).state).toBe('done')
  expect((await rowOf(id))?.packed).toBeNull()
})

it('is missing after a restore: its import says so', async () => {
  const person = await app.signIn()
  const { id } = await check(person, file)
  for (const name of await names()) rmSync(join(importDir, name))
  expect((await person.call(startImport, { params: { id } })).status).toBe(202)
  await expect.poll(async () => (await stateOf(person, id)).state).toBe('failed')
  expect((await stateOf(person, id)).reasons).toEqual([
    { what: 'the file is no longer on the server, please choose it again', count: 1 },
  ])
  const { id: again } = await importFile(person, file)
  expect((await person.call(listImports)).body).toMatchObject([
    { id: again, state: 'done' },
    { id, state: 'failed' },
  ])
})
