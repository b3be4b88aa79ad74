/** Photos of unfinished scans as files, as the embedded database keeps them. */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import { clearScans, deleteScan, deleteUser, getScan, identifyBeer, parseMenu } from '#contracts'
import { type Call, type SignedIn, startTestApp, type TestApp } from '#testing/app.ts'
import { manualClock } from '#testing/manual-clock.ts'
import { photoOf, scriptedReaders } from '#testing/scripted-readers.ts'
import { filesIn } from '../../adapters/byte-files.ts'
import { scanPhotos, scans } from '../../adapters/db/schema.ts'
import { type AcceptPorts, acceptPhoto } from './accept-photo.ts'
import { claimedScan } from './claimed-scan.ts'
import { aLabel, photo } from './recognition.fixture.ts'
import { scanQueue } from './scan-queue.ts'

const photoDir = mkdtempSync(join(tmpdir(), 'bg-photos-'))
const clock = manualClock()
const readers = scriptedReaders()
const nodes: TestApp[] = []
const aNode = async (readerSlots: number) => {
  const node = await startTestApp({ readers, clock, readerSlots, photoDir })
  nodes.push(node)
  return node
}
const accepting = await startTestApp({ readers, clock, readerSlots: 0, photoDir })
const { db } = accepting

afterEach(async () => {
  await Promise.all(nodes.splice(0).map((node) => node.close()))
  await db.delete(scans)
  for (const name of await files()) rmSync(join(photoDir, name))
})
afterAll(async () => {
  await accepting.close()
  rmSync(photoDir, { recursive: true })
})

const files = () => readdir(photoDir)

/** A photo that waits for a worker. */
async function queued(label = aLabel(), id: string = randomUUID()) {
  const { call } = await accepting.signIn()
  const headers = { prefer: 'respond-async' }
  expect((await call(identifyBeer, { form: { image: photo(label), scanId: id }, headers })).status).toBe(202)
  return { call, id, label }
}

async function ends(call: Call, id: string, status: 'completed' | 'failed') {
  await vi.waitFor(async () => {
    clock.advance(2_000)
    expect((await call(getScan, { params: { id } })).body?.status).toBe(status)
  }, 10_000)
}

it('lies in a file, not in the database, until its scan ends', async () => {
  const { call, id, label } = await queued()
  expect(await files()).toEqual([id])
  const [row] = await db.select().from(scanPhotos).where(eq(scanPhotos.scanId, id))
  expect(row).toMatchObject({ bytes: null, width: 400, height: 300 })
  await aNode(1)
  await ends(call, id, 'completed')
  expect(readers.recognised.at(-1)?.label).toBe(label)
  await vi.waitFor(async () => expect(await files()).toEqual([]))
})

describe('is written under a name of its own', () => {
  const photos = filesIn(photoDir)
  const refused = { assertAvailable: () => Promise.reject(new Error('no budget')) }
  /** Accepts a photo; `stage` writes its file. */
  const accept = async (person: SignedIn, scanId: string, ports: Partial<AcceptPorts>) => {
    const limits = { perUser: 20, all: 200 }
    const budget = { assertAvailable: async () => {} }
    const more = { catalogueVersion: () => 0, wake() {}, limits, budget, photos, ...ports }
    const incoming = {
      userId: person.user.id,
      image: photoOf(aLabel()),
      call: 'identify',
      context: 'single_beer',
    } as const
    return await acceptPhoto({ ...incoming, scanId }, { db, readers, clock, ...more })
  }

  it('before the transaction that stores its scan', async () => {
    const person = await accepting.signIn()
    const id = randomUUID()
    const stage = async (bytes: Uint8Array) => {
      // Neither the user nor the only connection of the embedded database is taken.
      await db.execute(sql`select from users where id = ${person.user.id} for update nowait`)
      const file = await photos.stage(bytes)
      expect(await files()).not.toContain(id)
      return file
    }
    await accept(person, id, { photos: { stage } })
    expect(await files()).toEqual([id])
  })

  it('and erased if the scan is refused', async () => {
    const refusal = accept(await accepting.signIn(), randomUUID(), { budget: refused })
    await expect(refusal).rejects.toThrow('no budget')
    expect(await files()).toEqual([])
  })

  it('and erased if another user has taken the id of its scan meanwhile, whose photo stays', async () => {
    const id = randomUUID()
    const label = aLabel()
    const stage = async (bytes: Uint8Array) => {
      const file = await photos.stage(bytes)
      await queued(label, id)
      return file
    }
    await expect(accept(await accepting.signIn(), id, { photos: { stage } })).rejects.toMatchObject({
      code: 'conflict',
    })
    expect(await files()).toEqual([id])
    expect(await photos.read(id)).toEqual(Buffer.from(photoOf(label)))
  })
})

it.each([
  ['its scan is deleted', (call: Call, id: string) => call(deleteScan, { params: { id } })],
  ['the history is cleared', (call: Call) => call(clearScans)],
  ['the account is deleted', (call: Call) => call(deleteUser)],
])('is erased when %s', async (_when, remove) => {
  const { call, id } = await queued()
  const other = await queued()
  expect((await remove(call, id)).status).toBe(204)
  await vi.waitFor(async () => expect(await files()).toEqual([other.id]))
})

it('is erased when its menu is deleted, on whatever page it is', async () => {
  const { call, id: pageOf } = await queued()
  const other = await queued()
  const headers = { prefer: 'respond-async' }
  for (let page = 2; page <= 3; page++)
    expect((await call(parseMenu, { form: { image: photo(aLabel()), pageOf }, headers })).status).toBe(202)
  expect(await files()).toHaveLength(4)
  expect((await call(deleteScan, { params: { id: pageOf } })).status).toBe(204)
  await vi.waitFor(async () => expect(await files()).toEqual([other.id]))
})

it('stays if it is sent again in the moment after its scan failed', async () => {
  const { call, id } = await queued()
  const lease = await scanQueue(db, clock).claim()
  if (!lease) throw new Error('no scan waits')
  const again = aLabel()
  const committed = async (work: Parameters<typeof db.transaction>[0]) => {
    const result = await transaction(work)
    await call(identifyBeer, { form: { image: photo(again), scanId: id }, headers: { prefer: 'respond-async' } })
    return result
  }
  const transaction = db.transaction.bind(db)
  vi.spyOn(db, 'transaction').mockImplementationOnce(committed)
  const photos = filesIn(photoDir)
  await claimedScan(lease, db, clock, photos).fail('timed_out', 'too slow')
  expect(await photos.read(id)).toEqual(Buffer.from(photoOf(again)))
})

it('is erased at the next start if the server was killed before it could erase it', async () => {
  const { id } = await queued()
  for (const name of [randomUUID(), id]) {
    writeFileSync(join(photoDir, name), 'a photo')
    utimesSync(join(photoDir, name), 0, 0)
  }
  const beingStored = randomUUID()
  writeFileSync(join(photoDir, beingStored), 'a photo')
  utimesSync(join(photoDir, beingStored), clock.now() / 1_000 + 1, clock.now() / 1_000 + 1)
  await aNode(0)
  await vi.waitFor(async () => expect((await files()).sort()).toEqual([id, beingStored].sort()))
})

it('is missing after a restore: its scan says so', async () => {
  const { call, id } = await queued()
  rmSync(join(photoDir, id))
  await aNode(1)
  await ends(call, id, 'failed')
  expect((await call(getScan, { params: { id } })).body).toMatchObject({
    failure: 'This photo is no longer on the server. Please take it again.',
  })
})
