/** The built server as benchmarks use it: accounts that browse, and photos that are always in work. */
import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { identifyBeer } from '#contracts'
import { Browser } from '#testing/browser.ts'
import { renderSingle } from '#testing/pictures/index.ts'
import { someBeers } from '../../e2e/fixtures/pictures.ts'
import { BUILT, Product } from '../../e2e/fixtures/product.ts'
import type { Account } from './browse.ts'

const ACCOUNTS = 20
const SCANNERS = 2
const PHOTOS = 8
/** Of a photo, in each direction by one pixel more, and each again with another quality of its JPEG file. */
const CROPS = 60
const QUALITY_MAX = 85
const QUALITIES = 30

let sent = 0
const photos = await Promise.all(someBeers(1, PHOTOS).map((beer, index) => renderSingle({ beer, seed: 900 + index })))

/** With this many accounts: a person who shares one waits while its other calls are worked on. */
export async function startServer(
  settings: Record<string, string>,
  people = ACCOUNTS,
): Promise<{ product: Product; accounts: Account[] }> {
  const product = await Product.start(BUILT, {
    HOST: 'localhost',
    SCAN_READERS: '1',
    NODE_ENV: 'production',
    EMBEDDED_SIGN_IN: 'allow',
    ...settings,
  })
  const accounts: Account[] = []
  for (let index = 0; index < people; index++) accounts.push(await signIn(product.origin, index))
  return { product, accounts }
}

/** Keeps two photos in work until the returned function is called, which returns how many ended. */
export function keepScanning(origin: string, accounts: readonly Account[]): () => Promise<number> {
  const over = new AbortController()
  const scanning = Promise.all(Array.from({ length: SCANNERS }, () => scan(origin, accounts, over.signal)))
  return async () => {
    over.abort()
    return (await scanning).reduce((sum, ended) => sum + ended, 0)
  }
}

/** Keeps one photo in work; returns how many ended. */
async function scan(origin: string, accounts: readonly Account[], over: AbortSignal): Promise<number> {
  let ended = 0
  while (!over.aborted) {
    const turn = sent++
    const body = new FormData()
    body.set('scanId', randomUUID())
    body.set('image', new Blob([await newPhoto(turn)]), 'beer.jpg')
    const { cookie } = accounts[turn % accounts.length] ?? { cookie: '' }
    try {
      const answer = await fetch(origin + identifyBeer.path, {
        method: 'POST',
        headers: { cookie, origin },
        body,
        signal: over,
      })
      await answer.arrayBuffer()
      if (answer.status === 200 || answer.status === 422) ended += 1
    } catch {
      // The measurement is over.
    }
  }
  return ended
}

/** A photo that no user has sent yet: a second copy would take the result of the first, without being read. */
async function newPhoto(turn: number): Promise<Uint8Array<ArrayBuffer>> {
  const photo = photos[turn % PHOTOS] ?? Buffer.of()
  const { width, height } = await sharp(photo).metadata()
  const crop = { width: width - (turn % CROPS), height: height - (Math.floor(turn / CROPS) % CROPS) }
  return new Uint8Array(
    await sharp(photo)
      .extract({ left: 0, top: 0, ...crop })
      .jpeg({ quality: QUALITY_MAX - (Math.floor(turn / CROPS ** 2) % QUALITIES) })
      .toBuffer(),
  )
}

/** The sum of a metric over all labels, or over those with this one. Reading resets the histogram of the event loop. */
export async function readMetrics(origin: string): Promise<(name: string, label?: string) => number> {
  const lines = (await (await fetch(`${origin}/metrics`)).text()).split('\n')
  return (name, label = '') =>
    lines
      .filter((line) => (line.startsWith(`${name} `) || line.startsWith(`${name}{`)) && line.includes(label))
      .reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0)
}

/** Each from an address of its own, because sign-ins of one are limited. */
async function signIn(origin: string, index: number): Promise<Account> {
  const browser = new Browser(origin, 'a browser', 'en', `10.0.${index >> 8}.${index & 255}`)
  const form = await browser.open('/api/login?returnTo=/api/user')
  await browser.submit(form, { firstName: 'Ada', lastName: 'Brewer', email: `${randomUUID()}@example.org` })
  return { cookie: `session=${browser.cookie('session')}` }
}
