import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { eq, inArray } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getBeer, updateBeerImages as updateBeerImagesRoute } from '#contracts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { aBeer, aBrewery } from '#testing/builders.ts'
import { manualClock } from '#testing/manual-clock.ts'
import { spec } from '#testing/spec.ts'
import { beerImages, beers } from '../../adapters/db/schema.ts'
import { updateBeerImages } from './beer-images.ts'

/** What the picture source answers for a beer's name. */
const answers = new Map<string, { status: number; body: Buffer | string }>()
let source: Server
let app: TestApp
let picture: Buffer

beforeAll(async () => {
  picture = await sharp({ create: { width: 40, height: 60, channels: 3, background: '#c8622c' } })
    .jpeg()
    .toBuffer()
  source = createServer((request, response) => {
    const name = decodeURIComponent((request.url ?? '').split('/').at(-1) ?? '')
    const answer = answers.get(name) ?? { status: 404, body: '' }
    if (answer.status === 0) request.socket.destroy()
    else response.writeHead(answer.status).end(answer.body)
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => source.once('listening', resolve))
  app = await startTestApp()
})
afterAll(async () => {
  await app.close()
  source.close()
})

function update() {
  const { port } = source.address() as AddressInfo
  return updateBeerImages({ db: app.db, fetch, source: `http://127.0.0.1:${port}/{brewery}/{name}`, now: Date.now })
}

async function aBeerNamed(name: string) {
  const brewery = await aBrewery(app.db)
  return await aBeer(app.db, { breweryId: brewery.id, name })
}

async function imageUrlOf(id: number) {
  const { call } = await app.signIn()
  return (await call(getBeer, { params: { id } })).body.imageUrl
}

describe('pictures of beers', () => {
  it('are found, served from our own origin, and removed only when the source says so', async () => {
    const beer = await aBeerNamed('Pictured')
    answers.set('Pictured', { status: 200, body: picture })
    expect((await update()).found).toBe(1)
    const address = await imageUrlOf(beer.id)
    expect(address).toBe(`/api/beers/${beer.id}/image`)
    const { cookie } = await app.signIn()
    const served = await app.app.inject({ url: address ?? '', headers: { cookie } })
    expect(served.headers['content-type']).toBe('image/jpeg')
    expect(served.rawPayload.equals(picture)).toBe(true)

    answers.set('Pictured', { status: 0, body: '' })
    expect(await update()).toMatchObject({ unreachable: 1, removed: 0 })
    answers.set('Pictured', { status: 503, body: 'later' })
    expect(await update()).toMatchObject({ unreachable: 1, removed: 0 })
    expect(await imageUrlOf(beer.id)).toBe(address)

    answers.set('Pictured', { status: 410, body: '' })
    expect((await update()).removed).toBe(1)
    expect(await imageUrlOf(beer.id)).toBeNull()
  })

  it('are never files of another type', async () => {
    const beer = await aBeerNamed('Script')
    answers.set('Script', { status: 200, body: '<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>' })
    await update()
    expect(await imageUrlOf(beer.id)).toBeNull()
  })

  it('are not looked for without a source, and the response counts missing ones', spec('7.2.40'), async () => {
    const before = await updateBeerImages({ db: app.db, fetch, source: undefined, now: Date.now })
    await aBeerNamed('Another')
    const after = await updateBeerImages({ db: app.db, fetch, source: undefined, now: Date.now })
    expect(after).toMatchObject({ found: 0, left: before.left + 1 })
  })
})

describe('an update while the source of stored pictures does not answer', () => {
  it('looks for missing ones, too, and comes to the other stored ones next time', async () => {
    const stored: number[] = []
    for (let n = 0; n < 4; n++) stored.push((await aBeerNamed(`Stored ${n}`)).id)
    await app.db.delete(beerImages)
    const values = { sourceUrl: 'https://gone.example.org/', contentType: 'image/jpeg', bytes: picture }
    for (const [nth, beerId] of stored.entries()) {
      await app.db.insert(beerImages).values({ beerId, ...values, checkedAt: new Date(2026, 0, nth + 1) })
      await app.db.update(beers).set({ imageUrl: 'stored' }).where(eq(beers.id, beerId))
    }
    const missing = await aBeer(app.db, { name: 'Missing', popularity: 1_000 })
    let now = Date.UTC(2026, 5, 1)
    const asked: string[] = []
    const ports = {
      db: app.db,
      source: 'https://pictures.example.org/{name}',
      now: () => now,
      addressesOf: async () => ['93.184.216.34'],
      fetch: async (url: unknown) => {
        asked.push(String(url))
        now += 3_000
        if (String(url).includes('gone')) throw new TypeError('fetch failed')
        return new Response(Uint8Array.from(picture))
      },
    }
    const lastChecked = async () => {
      const rows = await app.db.select().from(beerImages).where(inArray(beerImages.beerId, stored))
      return rows.filter(({ checkedAt }) => checkedAt.getFullYear() === 2026 && checkedAt.getMonth() === 0).length
    }
    expect(await updateBeerImages(ports)).toMatchObject({ unreachable: 2, found: 1 })
    expect(asked).toContain('https://pictures.example.org/Missing')
    expect(await imageUrlOf(missing.id)).toBe(`/api/beers/${missing.id}/image`)
    expect(await lastChecked()).toBe(2)
    await updateBeerImages(ports)
    expect(await lastChecked()).toBe(0)
    expect(await app.db.$count(beerImages, inArray(beerImages.beerId, stored))).toBe(4)
  })
})

describe('the call', () => {
  it('reports the number of missing pictures, and is rate-limited', async () => {
    const clock = manualClock()
    const other = await startTestApp({ clock })
    const { call } = await other.signIn()
    await aBeer(other.db)
    const before = await call(updateBeerImagesRoute)
    expect(before).toMatchObject({
      status: 200,
      body: {
        message: expect.stringMatching(/no image source is configured/),
        counts: { found: 0 },
        hasSource: false,
      },
    })
    expect((await call(updateBeerImagesRoute)).status).toBe(429)
    await aBeer(other.db)
    clock.advance(60_000)
    const after = await call(updateBeerImagesRoute)
    const left = (answer: typeof after) => Number(/(\d+) left/.exec(answer.body.message)?.[1])
    expect(left(after)).toBe(left(before) + 1)
    await other.close()
  })
})

describe('the look-up of a picture', () => {
  const PUBLIC = 'https://pictures.example.org/{brewery}/{name}'
  const atAddress = (address: string) => {
    const fetched: (string | undefined)[] = []
    const ports = {
      db: app.db,
      source: PUBLIC,
      now: Date.now,
      addressesOf: async () => [address],
      fetch: async (_url: unknown, init?: RequestInit) => {
        fetched.push(init?.redirect)
        return new Response(null, { status: 404 })
      },
    }
    return { fetched, ports }
  }

  it('follows no redirect', async () => {
    await aBeerNamed('Redirected')
    const { fetched, ports } = atAddress('93.184.216.34')
    await updateBeerImages(ports)
    expect(new Set(fetched)).toEqual(new Set(['error']))
  })

  it.each(['127.0.0.1', '0.0.0.0', '10.1.2.3', '169.254.169.254', '::1', 'fd00::1', '::ffff:192.168.0.1'])(
    'of a public source never reaches a private address: %s',
    async (address) => {
      await aBeerNamed('Private')
      const { fetched, ports } = atAddress(address)
      const { found, checked, unreachable } = await updateBeerImages(ports)
      expect([fetched, found, unreachable]).toEqual([[], 0, checked])
      expect(checked).toBeGreaterThan(0)
    },
  )
})
