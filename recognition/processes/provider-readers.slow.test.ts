/** A provider on this machine, asked by real reader processes; the embedded engine keeps the camera frames and stands in. */
import sharp from 'sharp'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type FakeProvider, PROVIDER_SECRET, startFakeProvider } from '#testing/fake-provider.ts'
import { type Outcome, type ReaderPool, type RecogniseAsk, type RecogniseStep, startReaders } from '../index.ts'

const KEY = 'key-of-this-house'
const provider: FakeProvider = await startFakeProvider()
const open: ReaderPool[] = []
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

beforeEach(() => void provider.requests.splice(0))
afterEach(async () => {
  await Promise.all(open.splice(0).map((pool) => pool.close()))
})
afterAll(() => provider.close())

async function aPool(withFallback: boolean): Promise<ReaderPool> {
  const pool = startReaders({
    readerScript: new URL('./reader.ts', import.meta.url),
    engine: { name: 'openai', model: 'gpt-5-mini', apiKey: KEY, baseUrl: provider.baseUrl('openai') },
    ...(withFallback && { fallback: { name: 'embedded' } }),
    lexicons: null,
    batchReaders: 1,
    log,
  })
  open.push(pool)
  const beer = { id: 1, breweryId: null, name: 'Orval', aliases: [], style: null, abv: 6.2, ibu: null, popularity: 50 }
  pool.update({ version: 1, beers: [beer], breweries: [], removedBeers: [], removedBreweries: [] })
  await pool.ready()
  return pool
}

async function aFrame(): Promise<Buffer> {
  return await sharp({ create: { width: 320, height: 240, channels: 3, background: '#335533' } })
    .jpeg()
    .toBuffer()
}

async function outcomeOf(
  pool: ReaderPool,
  ask: Pick<RecogniseAsk, 'localOnly'> = {},
  signal = never,
): Promise<Outcome> {
  const photo = { bytes: await aFrame(), width: 320, height: 240 }
  const steps: RecogniseStep[] = []
  for await (const step of pool.recognise(photo, { context: 'auto', call: 'identify', ...ask }, signal))
    steps.push(step)
  const last = steps.at(-1)
  if (last?.kind !== 'complete') throw new Error('no outcome')
  return last.outcome
}

test('sends a photo once, and camera frames never', async () => {
  const pool = await aPool(false)
  provider.respondWith({ kind: 'answer', value: { shows: 'single', text: ['ORVAL'], beers: [orval] } })
  const outcome = await outcomeOf(pool)
  expect(outcome.sightings[0]?.candidates[0]).toMatchObject({ beerId: 1 })
  expect(outcome.usage).toMatchObject({ calls: 1, inputTokens: 1_200 })
  expect(await pool.scene('somebody', await aFrame(), never)).toMatchObject({ context: 'single_beer' })
  expect(provider.requests).toHaveLength(1)
  expect(pool.engineVersion).toMatch(/^openai\//)
})

test('hangs up when a scan is cancelled, and takes the next one', async () => {
  const pool = await aPool(false)
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

test('says why a provider failed in a word, and nothing of what it wrote', async () => {
  const pool = await aPool(false)
  provider.respondWith({ kind: 'quota' })
  const failed = await outcomeOf(pool).catch((error: unknown) => error)
  expect(failed).toMatchObject({ name: 'RecognitionFailed', code: 'quota_exceeded' })
  const said = [failed, failed instanceof Error && failed.cause].map((one) =>
    one instanceof Error ? `${one.message} ${one.stack}` : '',
  )
  for (const secret of [KEY, PROVIDER_SECRET]) expect([...said, ...logged].join('\n')).not.toContain(secret)
})

test('lets the embedded engine stand in, and for photos that may not be sent asks nobody', async () => {
  const pool = await aPool(true)
  provider.respondWith({ kind: 'status', status: 401 })
  expect(await outcomeOf(pool)).toMatchObject({ sightings: [], fallback: 'unavailable' })
  expect(provider.requests).toHaveLength(1)
  expect(await outcomeOf(pool, { localOnly: 'budget' })).toMatchObject({ fallback: 'budget' })
  expect(provider.requests).toHaveLength(1)
})
