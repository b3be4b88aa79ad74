/**
 * Loads the built server with its embedded database with photos of several users: scans per minute, waiting time, rejections,
 * camera frames meanwhile, and the overhead of a scan over the engine's own time.
 */
import { randomUUID } from 'node:crypto'
import { cpus } from 'node:os'
import sharp from 'sharp'
import { openCatalogue } from '#catalogue'
import {
  detectContext,
  getScan,
  identifyBeer,
  PHOTO_MAX_SIDE_PX,
  parseMenu,
  pathOf,
  SCENE_FRAME_HEIGHT_PX,
  SCENE_FRAME_WIDTH_PX,
} from '#contracts'
import { openRecognition } from '#recognition'
import { Browser } from '#testing/browser.ts'
import { renderFridge, renderMenu, renderSingle } from '#testing/pictures/index.ts'
import { openEngine, preparePhoto, type VisionEngine } from '#vision'
import { someBeers } from '../../e2e/fixtures/pictures.ts'
import { Product } from '../../e2e/fixtures/product.ts'
import { MODES, type Mode, REQUESTS } from '../photos/answers.ts'
import { shippedRows } from '../photos/known-beers.ts'
import { quantileOf, shareOfPhotos, type Target } from '../photos/target.ts'
import { percentile } from '../statistics/shares.ts'
import { bootstrap } from '../statistics/statistics.ts'

const SEED = 20_260
/** Photos of each kind, in typical proportions. */
const PHOTOS: Record<Mode, number> = { single: 10, group: 3, menu: 3 }
/** Concurrent users, and the photos that each sends one after another. */
const LEVELS = [
  { users: 1, photosEach: 16 },
  { users: 4, photosEach: 6 },
  { users: 16, photosEach: 2 },
] as const
const FRAME_EVERY_MS = 1_000
const POLL_MS = 250
const SCAN_TIMEOUT_MS = 240_000

interface Shot {
  mode: Mode
  bytes: Buffer
}

/** Result of a photo: the time until its response, or a rejection. */
type SendResult = { tookMs: number } | 'rejected'

export async function measureLoad(): Promise<{ text: string; targets: Target[] }> {
  const shots = await drawShots()
  const product = await Product.start()
  try {
    const overheadSamples = await compareWithEngine(product.origin, shots)
    const levels: Level[] = []
    for (const { users, photosEach } of LEVELS)
      levels.push(await sendConcurrently(product.origin, shots, users, photosEach))
    const cores = cpus().length
    return {
      text: [
        `the built server, embedded database, ${cores} processors: ${shots.length} drawn photos (${MODES.map((mode) => `${PHOTOS[mode]} ${mode}`).join(', ')})`,
        ...levels.map(lineOf),
      ].join('\n'),
      targets: [
        {
          what: 'overhead over the engine alone, one user',
          value: overheadOf(overheadSamples),
          n: `${overheadSamples.length} photos`,
          interval: bootstrap(overheadSamples, overheadOf),
          bound: { under: 0.25 },
          unit: 'share',
        },
        ...levels.flatMap(targetsOf),
      ],
    }
  } finally {
    await product.stop()
  }
}

/** Every fifth photo is a group and every fifth a menu, so that each user sends all kinds. */
async function drawShots(): Promise<Shot[]> {
  const drawn: Record<Mode, (seed: number) => Promise<Buffer>> = {
    single: async (seed) => {
      const [beer] = someBeers(seed, 1)
      if (!beer) throw new Error('No beer could be drawn')
      return await renderSingle({ beer, seed })
    },
    group: (seed) => renderFridge({ beers: someBeers(seed, 6), seed }),
    menu: (seed) => renderMenu({ beers: someBeers(seed, 12), seed }),
  }
  const shots: Shot[] = []
  for (const mode of MODES) {
    for (let index = 0; index < PHOTOS[mode]; index++) {
      shots.push({ mode, bytes: await drawn[mode](SEED + shots.length) })
    }
  }
  // A fixed order without runs of one kind: 7 is coprime to the number of photos.
  return shots.map((_, index) => shots[(index * 7) % shots.length]).flatMap((shot) => shot ?? [])
}

interface TimedPhoto {
  serverMs: number
  /** Time of the engine alone for the same photo: all passes that recognition requested. */
  engineMs: number
}

function overheadOf(timed: readonly TimedPhoto[]): number {
  const sum = (key: keyof TimedPhoto) => timed.reduce((total, photo) => total + photo[key], 0)
  return sum('serverMs') / sum('engineMs') - 1
}

/** Sends each photo to the engine alone and to the server, in turn, so that both see the same load. */
async function compareWithEngine(origin: string, shots: readonly Shot[]): Promise<TimedPhoto[]> {
  const user = await signIn(origin)
  const { rows, shipped } = shippedRows()
  const catalogue = openCatalogue(rows, shipped)
  const engine = await openEngine('embedded')
  try {
    const timed: TimedPhoto[] = []
    const [first] = shots
    // Warm-up on both sides: the first photo of a process includes compilation.
    if (first) await engineTime(engine, catalogue, first)
    if (first) await send(origin, await signIn(origin), first)
    for (const shot of shots) {
      const engineMs = await engineTime(engine, catalogue, shot)
      const sent = await send(origin, user, shot)
      if (sent === 'rejected') throw new Error('A single user was rejected')
      timed.push({ engineMs, serverMs: sent.tookMs })
    }
    return timed
  } finally {
    await engine.close()
  }
}

async function engineTime(
  engine: VisionEngine,
  catalogue: ReturnType<typeof openCatalogue>,
  { mode, bytes }: Shot,
): Promise<number> {
  let engineMs = 0
  const timedEngine: VisionEngine = {
    ...engine,
    async *read(photo, ask, call) {
      // Only the engine's own time counts, not what the consumer does between two steps.
      const steps = engine.read(photo, ask, call)[Symbol.asyncIterator]()
      while (true) {
        const started = performance.now()
        const step = await steps.next()
        engineMs += performance.now() - started
        if (step.done) return
        yield step.value
      }
    },
    async scene(frame, call) {
      const started = performance.now()
      const scene = await engine.scene(frame, call)
      engineMs += performance.now() - started
      return scene
    },
  }
  const photo = await preparePhoto(bytes, PHOTO_MAX_SIDE_PX)
  const call = { signal: new AbortController().signal, deadline: Number.POSITIVE_INFINITY }
  for await (const _ of openRecognition({ engine: timedEngine, catalogue })(photo, REQUESTS[mode], call));
  return engineMs
}

interface Level {
  users: number
  wallMs: number
  sent: Record<Mode, SendResult[]>
  /** Response times of camera frames meanwhile. */
  frames: SendResult[]
}

async function sendConcurrently(
  origin: string,
  shots: readonly Shot[],
  users: number,
  photosEach: number,
): Promise<Level> {
  const testUsers = await Promise.all(Array.from({ length: users }, () => signIn(origin)))
  const sent: Level['sent'] = { single: [], group: [], menu: [] }
  const cameraUser = await signIn(origin)
  const [frameOf] = shots
  const frame = frameOf && (await frameFrom(frameOf.bytes))
  const frames: Promise<SendResult>[] = []
  const camera = setInterval(() => {
    if (frame) frames.push(sendFrame(origin, cameraUser, frame))
  }, FRAME_EVERY_MS)
  const started = performance.now()
  try {
    await Promise.all(
      testUsers.map(async (user, at) => {
        for (let index = 0; index < photosEach; index++) {
          const shot = shots[(at * photosEach + index) % shots.length]
          if (shot) sent[shot.mode].push(await send(origin, user, shot))
        }
      }),
    )
  } finally {
    clearInterval(camera)
  }
  const wallMs = performance.now() - started
  return { users, wallMs, sent, frames: await Promise.all(frames) }
}

function targetsOf({ users, wallMs, sent, frames }: Level): Target[] {
  const all = Object.values(sent).flat()
  const times = timesOf(all).map((time) => [time])
  const who = `${users} ${users === 1 ? 'user' : 'users'}`
  return [
    {
      what: `${who}: scans`,
      value: timesOf(all).length / (wallMs / 60_000),
      n: `${timesOf(all).length} scans`,
      interval: null,
      unit: 'perMinute',
    },
    quantileOf(`${who}: a scan, p50`, times, 0.5, 'time'),
    quantileOf(`${who}: a scan, p95`, times, 0.95, 'time'),
    shareOfPhotos(`${who}: rejected`, { right: all.filter((result) => result === 'rejected').length, of: all.length }),
    quantileOf(
      `${who}: a camera frame meanwhile, p95`,
      timesOf(frames).map((time) => [time]),
      0.95,
      'time',
    ),
  ]
}

function lineOf({ users, sent, frames }: Level): string {
  const shown = (some: readonly SendResult[]) => {
    const times = timesOf(some)
    const seconds = (share: number) => ((percentile(times, share) ?? 0) / 1_000).toFixed(2)
    return `${times.length} in p50 ${seconds(0.5)} s, p95 ${seconds(0.95)} s`
  }
  const modes = MODES.map((mode) => `${mode} ${shown(sent[mode])}`)
  return `  ${String(users).padStart(2)} concurrent users: ${modes.join('; ')}; camera frames ${shown(frames)}`
}

function timesOf(sent: readonly SendResult[]): number[] {
  return sent.flatMap((result) => (result === 'rejected' ? [] : result.tookMs))
}

interface TestUser {
  cookie: string
}

async function signIn(origin: string): Promise<TestUser> {
  const browser = new Browser(origin)
  const form = await browser.open('/api/login?returnTo=/api/user')
  const email = `${randomUUID()}@example.org`
  const page = await browser.submit(form, { firstName: 'Ada', lastName: 'Brewer', email })
  const session = browser.cookie('session')
  if (page.status !== 200 || session === undefined) throw new Error(`Sign-in returned ${page.status} on ${page.url}`)
  return { cookie: `session=${session}` }
}

/** Sends a photo and waits for its scan as the app does. */
async function send(origin: string, { cookie }: TestUser, { mode, bytes }: Shot): Promise<SendResult> {
  const route = mode === 'menu' ? parseMenu : identifyBeer
  const scanId = randomUUID()
  const form = new FormData()
  form.set('context', REQUESTS[mode].context)
  form.set('scanId', scanId)
  form.set('image', new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }), 'beer-scan.jpg')
  const started = performance.now()
  const response = await fetch(origin + route.path, { method: 'POST', headers: { cookie, origin }, body: form })
  await response.arrayBuffer()
  if (response.status === 503 || response.status === 429) return 'rejected'
  if (response.status === 202) await waitForScan(origin, cookie, scanId)
  // 422 means that no beer was found, which is a result too.
  else if (response.status !== 200 && response.status !== 422)
    throw new Error(`${route.path} returned ${response.status}`)
  return { tookMs: performance.now() - started }
}

async function waitForScan(origin: string, cookie: string, scanId: string): Promise<void> {
  const until = Date.now() + SCAN_TIMEOUT_MS
  while (Date.now() < until) {
    const response = await fetch(origin + pathOf(getScan, { id: scanId }), { headers: { cookie } })
    const { status } = getScan.answer[200].parse(await response.json())
    if (status === 'completed') return
    if (status === 'failed') throw new Error(`The scan ${scanId} failed`)
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
  throw new Error(`The scan ${scanId} timed out`)
}

async function frameFrom(photo: Buffer): Promise<Buffer> {
  return await sharp(photo)
    .resize(SCENE_FRAME_WIDTH_PX, SCENE_FRAME_HEIGHT_PX, { fit: 'inside' })
    .jpeg({ quality: 60 })
    .toBuffer()
}

async function sendFrame(origin: string, { cookie }: TestUser, frame: Buffer): Promise<SendResult> {
  const form = new FormData()
  form.set('image', new Blob([new Uint8Array(frame)], { type: 'image/jpeg' }), 'frame.jpg')
  const started = performance.now()
  const response = await fetch(origin + detectContext.path, { method: 'POST', headers: { cookie, origin }, body: form })
  await response.arrayBuffer()
  return response.ok ? { tookMs: performance.now() - started } : 'rejected'
}
