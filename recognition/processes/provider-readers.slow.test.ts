/** Real reader processes with a fake AI provider, and the embedded engine for camera frames and as fallback. */
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { BUILT_READER } from '#testing/built-process.ts'
import { type FakeProvider, PROVIDER_SECRET, startFakeProvider } from '#testing/fake-provider.ts'
import { renderBackLabel } from '#testing/pictures/index.ts'
import {
  type Outcome,
  type ProviderUsage,
  type ReaderOptions,
  type Readers,
  type RecogniseAsk,
  type RecogniseStep,
  startReaders,
} from '../index.ts'

const KEY = 'secret-key'
const provider: FakeProvider = await startFakeProvider()
const open: Readers[] = []
const logged: string[] = []
const log = {
  info: (facts: object, message: string) => void logged.push(JSON.stringify([facts, message])),
  warn: (facts: object, message: string) => void logged.push(JSON.stringify([facts, message])),
}
const orval = {
  name: 'Orval',
  brewery: null,
  style: null,
  abv: 6.2,
  ibu: null,
  estimated: [],
  rating: 90,
  confidence: 0.9,
}
const never = new AbortController().signal
/** Without a fallback. */
let pool: Readers

beforeAll(async () => {
  pool = await aPool()
})
beforeEach(() => {
  provider.requests.length = 0
  spent.length = 0
})
afterAll(async () => {
  await Promise.all(open.map((pool) => pool.close()))
  await provider.close()
})

async function aPool(options: Pick<ReaderOptions, 'fallback'> = {}): Promise<Readers> {
  const opened = startReaders({
    ...BUILT_READER,
    engine: { name: 'openai', model: 'gpt-5-mini', apiKey: KEY, baseUrl: provider.baseUrl('openai') },
    ...options,
    batchReaders: 1,
    log,
  })
  open.push(opened)
  const beer = { id: 1, breweryId: null, name: 'Orval', aliases: [], style: null, abv: 6.2, ibu: null, popularity: 50 }
  opened.update({ version: 1, beers: [beer], breweries: [], removedBeers: [], removedBreweries: [] })
  await opened.ready()
  return opened
}

async function aFrame(): Promise<Buffer> {
  return await sharp({ create: { width: 320, height: 240, channels: 3, background: '#335533' } })
    .jpeg()
    .toBuffer()
}

const ONE_ANSWER: ProviderUsage = { calls: 1, inputTokens: 1_200, outputTokens: 300 }
const spent: ProviderUsage[] = []
const onUsage = (usage: ProviderUsage) => void spent.push(usage)

async function outcomeOf(
  readers: Readers,
  ask: Pick<RecogniseAsk, 'localOnly'> = {},
  signal = never,
): Promise<Outcome> {
  const photo = { bytes: await aFrame(), width: 320, height: 240 }
  const steps: RecogniseStep[] = []
  for await (const step of readers.recognise(photo, { context: 'auto', call: 'identify', ...ask }, signal, onUsage))
    steps.push(step)
  const last = steps.at(-1)
  if (last?.kind !== 'complete') throw new Error('no outcome')
  return last.outcome
}

test('sends each photo once, and no camera frames', async () => {
  provider.respondWith({ kind: 'answer', value: { shows: 'single', text: ['ORVAL'], beers: [orval] } })
  const outcome = await outcomeOf(pool)
  expect(outcome.sightings[0]?.candidates[0]).toMatchObject({ beerId: 1 })
  expect(spent).toEqual([ONE_ANSWER])
  expect(await pool.scene('somebody', await aFrame(), never)).toMatchObject({ scene: { context: 'single_beer' } })
  expect(provider.requests).toHaveLength(1)
  expect(pool.engineVersion).toMatch(/^openai\//)
})

test('reads the frames of auto-scan itself, even without a fallback', async () => {
  const outcome = await outcomeOf(pool, { localOnly: 'camera_frame' })
  expect(outcome).toMatchObject({ sightings: [], fallback: 'camera_frame' })
  expect(provider.requests).toEqual([])
})

test('reads the barcode on a camera frame', async () => {
  const close = sharp(await renderBackLabel('5410228142218')).extract({ left: 150, top: 375, width: 600, height: 450 })
  const frame = await close.resize(640, 480).jpeg({ quality: 60 }).toBuffer()
  expect((await pool.scene('somebody', frame, never)).barcodes).toEqual(['5410228142218'])
  expect((await pool.scene('somebody', await aFrame(), never)).barcodes).toEqual([])
})

test('closes the connection when a scan is cancelled, and takes the next one', async () => {
  provider.respondWith({ kind: 'hang' })
  const controller = new AbortController()
  const scan = outcomeOf(pool, {}, controller.signal)
  await vi.waitFor(() => expect(provider.requests).toHaveLength(1), 10_000)
  controller.abort()
  await expect(scan).rejects.toThrow(/abort/i)
  await vi.waitFor(() => expect(provider.requests[0]?.aborted).toBe(true), 5_000)
  provider.respondWith({ kind: 'answer', value: { shows: 'nothing', text: [], beers: [] } })
  expect((await outcomeOf(pool)).sightings).toEqual([])
})

test('reports the code of a provider error, and nothing of its response', async () => {
  provider.respondWith({ kind: 'quota' })
  const failed = await outcomeOf(pool).catch((error: unknown) => error)
  expect(failed).toMatchObject({ name: 'RecognitionFailed', code: 'quota_exceeded' })
  const texts = [failed, failed instanceof Error && failed.cause].map((error) =>
    error instanceof Error ? `${error.message} ${error.stack}` : '',
  )
  for (const secret of [KEY, PROVIDER_SECRET]) expect([...texts, ...logged].join('\n')).not.toContain(secret)
})

test('falls back to the embedded engine, and does not send photos that must stay local', async () => {
  const withFallback = await aPool({ fallback: { name: 'embedded' } })
  provider.respondWith({ kind: 'status', status: 401 })
  expect(await outcomeOf(withFallback)).toMatchObject({ sightings: [], fallback: 'unavailable' })
  expect(provider.requests).toHaveLength(1)
  expect(await outcomeOf(withFallback, { localOnly: 'budget' })).toMatchObject({ fallback: 'budget' })
  expect(provider.requests).toHaveLength(1)
})

test('reports what an unusable answer cost, even if the fallback cannot be opened', async () => {
  const withoutModels = await aPool({ fallback: { name: 'embedded', models: '/no/such/folder' } })
  provider.respondWith({ kind: 'answer', text: 'I am sorry.' })
  await expect(outcomeOf(withoutModels)).rejects.toThrow('/no/such/folder')
  expect(spent).toEqual([ONE_ANSWER])
})
