/**
 * The built server with its embedded database under the photos of several people: scans a minute, how long a person waits,
 * how many are turned away, whether the live camera still answers, and what a scan costs beside the model's own time.
 */
import { randomUUID } from 'node:crypto'
import { cpus } from 'node:os'
import sharp from 'sharp'
import { createCatalogue } from '#catalogue'
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
import { someBeers } from '../e2e/fixtures/pictures.ts'
import { Product } from '../e2e/fixtures/product.ts'
import { ASKS, MODES, type Mode } from './answers.ts'
import { shippedRows } from './known-beers.ts'
import { percentile } from './shares.ts'
import { bootstrap } from './statistics.ts'
import { quantileOf, shareOfPhotos, type Target } from './targets.ts'

const SEED = 20_260
/** Of ten photos people take, about so many are of each kind. */
const PHOTOS: Record<Mode, number> = { single: 10, group: 3, menu: 3 }
/** People at once, and how many photos each of them sends, one after another. */
const LEVELS = [
  { users: 1, photosEach: 16 },
  { users: 4, photosEach: 6 },
  { users: 16, photosEach: 2 },
] as const
const FRAME_EVERY_MS = 1_000
const POLL_MS = 250
const PATIENCE_MS = 240_000

interface Shot {
  mode: Mode
  bytes: Buffer
}

/** How a photo went: the time until its answer stood, or that it was turned away. */
type Sent = { tookMs: number } | 'refused'

export async function measureLoad(): Promise<{ text: string; targets: Target[] }> {
  const shots = await drawShots()
  const product = await Product.start()
  try {
    const alone = await besideTheModel(product.origin, shots)
    const levels: Level[] = []
    for (const { users, photosEach } of LEVELS)
      levels.push(await sendTogether(product.origin, shots, users, photosEach))
    const cores = cpus().length
    return {
      text: [
        `the built server, embedded database, ${cores} processors: ${shots.length} drawn photos (${MODES.map((mode) => `${PHOTOS[mode]} ${mode}`).join(', ')})`,
        ...levels.map(lineOf),
      ].join('\n'),
      targets: [
        {
          what: 'overhead over the bare model time, one user',
          figure: overheadOf(alone),
          n: `${alone.length} photos`,
          interval: bootstrap(alone, overheadOf),
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

/** Every fifth is a group, every fifth a menu, so that each person sends some of each. */
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
  // A fixed order without runs of one kind: 7 and the number of photos have no common factor.
  return shots.map((_, index) => shots[(index * 7) % shots.length]).flatMap((shot) => shot ?? [])
}

interface Timed {
  servedMs: number
  /** What the model took for the same photo, with nothing else to do: all looks that recognition asked for. */
  modelMs: number
}

function overheadOf(timed: readonly Timed[]): number {
  const sum = (key: keyof Timed) => timed.reduce((total, one) => total + one[key], 0)
  return sum('servedMs') / sum('modelMs') - 1
}

/** Each photo through the model alone and through the server, in turns, so that both meet the same machine. */
async function besideTheModel(origin: string, shots: readonly Shot[]): Promise<Timed[]> {
  const person = await signIn(origin)
  const { rows, shipped } = shippedRows()
  const catalogue = createCatalogue(rows, shipped)
  const engine = await openEngine('embedded')
  try {
    const timed: Timed[] = []
    const [first] = shots
    // The first photo of a process pays for code that later ones find compiled, on both sides.
    if (first) await modelTime(engine, catalogue, first)
    if (first) await send(origin, await signIn(origin), first)
    for (const shot of shots) {
      const modelMs = await modelTime(engine, catalogue, shot)
      const sent = await send(origin, person, shot)
      if (sent === 'refused') throw new Error('A single user was turned away')
      timed.push({ modelMs, servedMs: sent.tookMs })
    }
    return timed
  } finally {
    await engine.close()
  }
}

async function modelTime(
  engine: VisionEngine,
  catalogue: ReturnType<typeof createCatalogue>,
  { mode, bytes }: Shot,
): Promise<number> {
  let modelMs = 0
  const watched: VisionEngine = {
    ...engine,
    async *read(photo, ask, call) {
      // Only what the engine does counts; what others do with a step happens between two of its turns.
      const steps = engine.read(photo, ask, call)[Symbol.asyncIterator]()
      while (true) {
        const started = performance.now()
        const step = await steps.next()
        modelMs += performance.now() - started
        if (step.done) return
        yield step.value
      }
    },
    async scene(frame, call) {
      const started = performance.now()
      const scene = await engine.scene(frame, call)
      modelMs += performance.now() - started
      return scene
    },
  }
  const photo = await preparePhoto(bytes, PHOTO_MAX_SIDE_PX)
  const call = { signal: new AbortController().signal, deadline: Number.POSITIVE_INFINITY }
  for await (const _ of openRecognition({ engine: watched, catalogue })(photo, ASKS[mode], call));
  return modelMs
}

interface Level {
  users: number
  wallMs: number
  sent: Record<Mode, Sent[]>
  /** Answers to camera frames meanwhile. */
  frames: Sent[]
}

async function sendTogether(origin: string, shots: readonly Shot[], users: number, photosEach: number): Promise<Level> {
  const people = await Promise.all(Array.from({ length: users }, () => signIn(origin)))
  const sent: Level['sent'] = { single: [], group: [], menu: [] }
  const onlooker = await signIn(origin)
  const [frameOf] = shots
  const frame = frameOf && (await frameFrom(frameOf.bytes))
  const frames: Promise<Sent>[] = []
  const camera = setInterval(() => {
    if (frame) frames.push(sendFrame(origin, onlooker, frame))
  }, FRAME_EVERY_MS)
  const started = performance.now()
  try {
    await Promise.all(
      people.map(async (person, at) => {
        for (let index = 0; index < photosEach; index++) {
          const shot = shots[(at * photosEach + index) % shots.length]
          if (shot) sent[shot.mode].push(await send(origin, person, shot))
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
      figure: timesOf(all).length / (wallMs / 60_000),
      n: `${timesOf(all).length} scans`,
      interval: null,
      unit: 'perMinute',
    },
    quantileOf(`${who}: a scan, p50`, times, 0.5, 'time'),
    quantileOf(`${who}: a scan, p95`, times, 0.95, 'time'),
    shareOfPhotos(`${who}: turned away`, { right: all.filter((one) => one === 'refused').length, of: all.length }),
    quantileOf(
      `${who}: a camera frame meanwhile, p95`,
      timesOf(frames).map((time) => [time]),
      0.95,
      'time',
    ),
  ]
}

function lineOf({ users, sent, frames }: Level): string {
  const shown = (some: readonly Sent[]) => {
    const times = timesOf(some)
    const seconds = (share: number) => ((percentile(times, share) ?? 0) / 1_000).toFixed(2)
    return `${times.length} in p50 ${seconds(0.5)} s, p95 ${seconds(0.95)} s`
  }
  const modes = MODES.map((mode) => `${mode} ${shown(sent[mode])}`)
  return `  ${String(users).padStart(2)} at once: ${modes.join('; ')}; camera frames ${shown(frames)}`
}

function timesOf(sent: readonly Sent[]): number[] {
  return sent.flatMap((one) => (one === 'refused' ? [] : one.tookMs))
}

interface Person {
  cookie: string
}

async function signIn(origin: string): Promise<Person> {
  const browser = new Browser(origin)
  const form = await browser.open('/api/login?returnTo=/api/user')
  const email = `${randomUUID()}@example.org`
  const page = await browser.submit(form, { firstName: 'Ada', lastName: 'Brewer', email })
  const session = browser.cookie('session')
  if (page.status !== 200 || session === undefined)
    throw new Error(`Signing in ended with ${page.status} on ${page.url}`)
  return { cookie: `session=${session}` }
}

/** One photo until its scan has ended, as the app waits for it. */
async function send(origin: string, { cookie }: Person, { mode, bytes }: Shot): Promise<Sent> {
  const route = mode === 'menu' ? parseMenu : identifyBeer
  const scanId = randomUUID()
  const form = new FormData()
  form.set('context', ASKS[mode].context)
  form.set('scanId', scanId)
  form.set('image', new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }), 'beer-scan.jpg')
  const started = performance.now()
  const answer = await fetch(origin + route.path, { method: 'POST', headers: { cookie, origin }, body: form })
  await answer.arrayBuffer()
  if (answer.status === 503 || answer.status === 429) return 'refused'
  if (answer.status === 202) await untilEnded(origin, cookie, scanId)
  // 422: no beer was found, which is an answer.
  else if (answer.status !== 200 && answer.status !== 422) throw new Error(`${route.path} answered ${answer.status}`)
  return { tookMs: performance.now() - started }
}

async function untilEnded(origin: string, cookie: string, scanId: string): Promise<void> {
  const until = Date.now() + PATIENCE_MS
  while (Date.now() < until) {
    const answer = await fetch(origin + pathOf(getScan, { id: scanId }), { headers: { cookie } })
    const { status } = getScan.answer[200].parse(await answer.json())
    if (status === 'completed') return
    if (status === 'failed') throw new Error(`The scan ${scanId} failed`)
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
  throw new Error(`The scan ${scanId} did not end`)
}

async function frameFrom(photo: Buffer): Promise<Buffer> {
  return await sharp(photo)
    .resize(SCENE_FRAME_WIDTH_PX, SCENE_FRAME_HEIGHT_PX, { fit: 'inside' })
    .jpeg({ quality: 60 })
    .toBuffer()
}

async function sendFrame(origin: string, { cookie }: Person, frame: Buffer): Promise<Sent> {
  const form = new FormData()
  form.set('image', new Blob([new Uint8Array(frame)], { type: 'image/jpeg' }), 'frame.jpg')
  const started = performance.now()
  const answer = await fetch(origin + detectContext.path, { method: 'POST', headers: { cookie, origin }, body: form })
  await answer.arrayBuffer()
  return answer.ok ? { tookMs: performance.now() - started } : 'refused'
}
