/** Photos of unfinished scans as files, as the embedded database keeps them. */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, expect, it, vi } from 'vitest'
import { clearScans, deleteScan, deleteUser, getScan, identifyBeer, parseMenu } from '#contracts'
import { type Call, startTestApp, type TestApp } from '#testing/app.ts'
import { manualClock } from '#testing/manual-clock.ts'
import { scriptedReaders } from '#testing/scripted-readers.ts'
import { scanPhotos, scans } from '../../adapters/db/schema.ts'
import { aLabel, photo } from './recognition.fixture.ts'
import { type NewScan, scanIntake } from './scan-intake.ts'

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
async function queued(label = aLabel()) {
  const { call } = await accepting.signIn()
  const id = randomUUID()
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

it('is not written if the scan is refused', async () => {
  const { user } = await accepting.signIn()
  const write = vi.fn()
  const scan: NewScan = {
    id: randomUUID(),
    call: 'identify',
    context: 'single_beer',
    photo: { bytes: new Uint8Array([0xff]), width: 400, height: 300 },
    photoHash: randomUUID(),
  }
  const begun = db.transaction((tx) =>
    scanIntake(tx, clock, { write })
      .of(user.id)
      .begin(scan, () => Promise.reject(new Error('no budget'))),
  )
  await expect(begun).rejects.toThrow('no budget')
  expect(write).not.toHaveBeenCalled()
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
