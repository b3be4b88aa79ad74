/** The built server, its real reader and its database on disk, killed in the middle of its scans, and stopped. */
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zipSync } from 'fflate'
import { afterAll, describe, expect, it, onTestFailed, vi } from 'vitest'
import { beginImport, deleteUser, getImport, identifyBeer, listScans, type Scan, startImport } from '#contracts'
import { Browser } from '#testing/browser.ts'
import { startNode } from '#testing/built-process.ts'
import { renderSingle } from '#testing/pictures/index.ts'
import { aWebp } from '#testing/webp.ts'

/** More than its reader takes at once. */
const SCANS = 4
const BEERS = [
  { brewery: 'Brouwerij Duvel Moortgat', name: 'Duvel', style: 'Belgian Strong Golden Ale', abv: 8.5 },
  { brewery: 'Abbaye de Leffe', name: 'Leffe Brune', style: 'Belgian Brown Ale', abv: 6.5 },
]

const dataDir = mkdtempSync(join(tmpdir(), 'bg-kill-'))
let server: Awaited<ReturnType<typeof startNode>>
let cookie = ''

afterAll(async () => {
  await server?.end('SIGKILL')
  rmSync(dataDir, { recursive: true, force: true })
})

describe('a server that is killed while it reads photos and others wait', () => {
  it('completes each scan exactly once after a restart, and keeps no byte of a photo', async () => {
    onTestFailed(() => console.log(server.log))
    const seeds = Array.from({ length: SCANS / BEERS.length }, (_, n) => 40 + n)
    const photos = await Promise.all(BEERS.flatMap((beer) => seeds.map((seed) => renderSingle({ beer, seed }))))
    server = await start()
    const browser = new Browser(server.origin)
    const form = await browser.open('/api/login?returnTo=/api/user')
    const person = { firstName: 'Ada', lastName: 'Brewer', email: `${randomUUID()}@example.org` }
    expect((await browser.submit(form, person)).text).toContain('Ada')
    cookie = `session=${browser.cookie('session')}`

    const ids = photos.map(() => randomUUID())
    const accepted = await Promise.all(photos.map((photo, n) => send(photo, ids[n] ?? '', cookie)))
    expect(accepted).toEqual(Array(SCANS).fill(202))
    await vi.waitFor(async () => {
      const running = (await scans(cookie)).filter((scan) => scan.status === 'processing')
      expect(running.length).toBeGreaterThan(0)
      expect(running.some((scan) => scan.stage !== null) || running.length < SCANS).toBe(true)
    }, 20_000)
    const taken = await stretchesOf(join(dataDir, 'photos'))
    expect(taken.length).toBeGreaterThan(0)
    await server.end('SIGKILL')

    server = await start()
    await vi.waitFor(
      async () => {
        const list = await scans(cookie)
        expect(list.map((scan) => scan.id).sort()).toEqual([...ids].sort())
        expect(list.map((scan) => scan.status)).toEqual(Array(SCANS).fill('completed'))
      },
      { timeout: 80_000, interval: 250 },
    )

    const history = await scans(cookie)
    await Promise.all(photos.map((photo, n) => send(photo, ids[n] ?? '', cookie)))
    expect(await scans(cookie)).toEqual(history)

    expect(await stretchesOf(join(dataDir, 'photos'))).toEqual([])
    expect(await filesWith(taken)).toEqual([])
  })

  it('keeps no byte of an imported archive once the account is deleted', async () => {
    const noise = randomBytes(20_000)
    const picture = Buffer.concat([aWebp('label'), noise])
    picture.writeUInt32LE(picture.length - 8, 4)
    const archive = archiveWith(picture)
    const begun = await ask('POST', `${beginImport.path}?name=all.zip`, archive)
    const { id } = beginImport.answer[202].parse(await begun.json())
    const path = getImport.path.replace('{id}', String(id))
    const hasState = (state: string) =>
      vi.waitFor(async () => expect(await (await ask('GET', path)).json()).toMatchObject({ state }), {
        timeout: 30_000,
        interval: 100,
      })
    await hasState('checked')
    await ask('POST', startImport.path.replace('{id}', String(id)))
    await hasState('done')

    const stretches = Array.from({ length: 8 }, (_, n) => noise.subarray(n * 2_500, n * 2_500 + 32))
    expect(await filesWith(stretches)).toEqual(await readdir(join(dataDir, 'pictures')))
    await ask('DELETE', deleteUser.path)
    expect(await filesWith(stretches)).toEqual([])
  })

  it('keeps answering after SIGTERM, but is no longer ready, until it has drained', async () => {
    const ended = server.end('SIGTERM')
    await vi.waitFor(async () => {
      const ready = await fetch(`${server.origin}/readyz`)
      expect([ready.status, ready.headers.get('connection'), await ready.json()]).toMatchObject([
        503,
        'close',
        { status: 'stopping', database: true },
      ])
    })
    expect((await fetch(`${server.origin}/healthz`)).status).toBe(200)
    expect(await ended).toBe(0)
  })
})

/** Some bytes from the middle of each file: no other file has them by chance. */
async function stretchesOf(folder: string): Promise<Buffer[]> {
  const photos = await Promise.all((await readdir(folder)).map((name) => readFile(join(folder, name))))
  return photos.map((bytes) => bytes.subarray(bytes.length / 2, bytes.length / 2 + 64))
}

/** The files of the data folder that contain one of the stretches. */
async function filesWith(stretches: readonly Buffer[]): Promise<string[]> {
  const entries = await readdir(dataDir, { recursive: true, withFileTypes: true })
  const found: string[] = []
  for (const entry of entries.filter((one) => one.isFile())) {
    const bytes = await readFile(join(entry.parentPath, entry.name))
    if (stretches.some((stretch) => bytes.includes(stretch))) found.push(entry.name)
  }
  return found
}

/** An export with one picture of a beer. */
function archiveWith(picture: Uint8Array): Uint8Array<ArrayBuffer> {
  const beer = { brewery: 'Brouwerij Duvel Moortgat', name: 'Duvel', listed: true }
  const keptAt = '2026-03-19T20:15:30.123Z'
  const data = { exportDate: keptAt, scans: [], pictures: [{ file: 'pictures/label.webp', beer, keptAt }] }
  const json = new TextEncoder().encode(JSON.stringify(data))
  return new Uint8Array(zipSync({ 'data.json': json, 'pictures/label.webp': [picture, { level: 0 }] }))
}

/** As the app does, asks again what a busy server refused. */
async function ask(method: string, path: string, body?: Uint8Array<ArrayBuffer>): Promise<Response> {
  const headers = { cookie, origin: server.origin, ...(body && { 'content-type': 'application/zip' }) }
  const answer = await fetch(server.origin + path, { method, headers, ...(body && { body }) })
  if (answer.status === 503) return await ask(method, path, body)
  expect(answer.ok, await answer.clone().text()).toBe(true)
  return answer
}

const start = () => startNode({ DATA_DIR: dataDir, SCAN_READERS: '1', DRAIN_SECONDS: '1', LOG_LEVEL: 'warn' })

/** As the app does, sends again what a busy server refused. */
async function send(photo: Uint8Array, scanId: string, cookie: string): Promise<number> {
  const body = new FormData()
  body.set('scanId', scanId)
  body.set('image', new Blob([new Uint8Array(photo)]), identifyBeer.form?.fileName)
  const headers = { cookie, origin: server.origin, prefer: 'respond-async' }
  const { status } = await fetch(server.origin + identifyBeer.path, { method: 'POST', headers, body })
  return status === 503 ? await send(photo, scanId, cookie) : status
}

async function scans(cookie: string): Promise<Scan[]> {
  const answer = await fetch(server.origin + listScans.path, { headers: { cookie } })
  return listScans.answer[200].parse(await answer.json())
}
