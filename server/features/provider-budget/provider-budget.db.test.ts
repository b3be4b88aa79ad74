import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { and, eq, ne } from 'drizzle-orm'
import { Registry } from 'prom-client'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { getBeer, getEngine, getScan, identifyBeer, parseMenu, parseMenuData, SCAN_ATTEMPTS_MAX } from '#contracts'
import { type ProviderUsage, RecognitionFailed } from '#recognition'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { aBeer, aUser } from '#testing/builders.ts'
import { testDatabase } from '#testing/database.ts'
import { testLog } from '#testing/log.ts'
import { manualClock } from '#testing/manual-clock.ts'
import {
  anUnlistedSighting,
  aSighting,
  fails,
  finds,
  photoOf,
  type Script,
  scriptedReaders,
} from '#testing/scripted-readers.ts'
import type { Clock } from '../../adapters/clock.ts'
import { engineUsage } from '../../adapters/db/schema.ts'
import { currentCatalogueVersion } from '../../core/beers/catalogue-version.ts'
import { deleteAccount } from '../identity/delete-account.ts'
import { type ProviderBudgetPorts, providerBudget } from './provider-budget.ts'

const PROVIDER = { VISION_ENGINE: 'openai', VISION_MODEL: 'gpt-5-mini', VISION_API_KEY: 'secret-key' }
const SPENT = { calls: 1, inputTokens: 1_000, outputTokens: 200 }
const DAY_MS = 24 * 60 * 60_000

const apps: TestApp[] = []
/** Workers of another installation would take the photos of the next test. */
afterEach(async () => {
  for (const app of apps.splice(0)) await app.close()
})

let days = 0

/** Each test has its own day, because all share one database. */
function aClock() {
  const clock = manualClock()
  clock.advance(2 * DAY_MS * ++days)
  return clock
}

/** The provider charges for each photo that it is sent. */
function chargingReaders() {
  const readers = scriptedReaders()
  const { recognise } = readers
  readers.recognise = (photo, ask, signal, onUsage) => {
    if (!ask.localOnly) onUsage?.(SPENT)
    return recognise(photo, ask, signal)
  }
  return readers
}

async function anInstallation(env: Record<string, string> = {}, readers = chargingReaders()) {
  const clock = aClock()
  const app = await startTestApp({ readers, clock, env: { ...PROVIDER, ...env } })
  apps.push(app)
  return { app, readers, clock }
}

const aLabel = () => `label ${randomUUID()}`
const photo = (label = aLabel()) => ({ form: { image: new Blob([photoOf(label)]), context: 'single_beer' as const } })

/** What the metrics say of a line that begins like this. */
async function metricOf({ app }: TestApp, start: string): Promise<number> {
  const { body } = await app.inject({ url: '/metrics' })
  return Number(
    body
      .split('\n')
      .find((line) => line.startsWith(start))
      ?.split(' ')
      .at(-1) ?? 0,
  )
}

describe('the recognition engine', () => {
  it('is the embedded engine by default, without a budget', async () => {
    const app = await startTestApp()
    apps.push(app)
    const { call } = await app.signIn()
    expect((await call(getEngine)).body).toEqual({ kind: 'embedded', provider: null, hasFallback: false, budget: null })
    expect((await app.call(getEngine)).status).toBe(401)
  })

  it('is reported with host and remaining budget, and without its key', async () => {
    const { app } = await anInstallation({ VISION_SCANS_PER_USER: '3', VISION_SCANS_TOTAL: 'unlimited' })
    const { call } = await app.signIn()
    const { body } = await call(getEngine)
    expect(body).toMatchObject({
      kind: 'provider',
      provider: { name: 'OpenAI', model: 'gpt-5-mini', host: 'api.openai.com', isPrivate: false },
      hasFallback: true,
      budget: { userLeft: 3, totalLeft: null },
    })
    expect(JSON.stringify(body)).not.toContain(PROVIDER.VISION_API_KEY)
  })
})

describe('the budget of a provider', () => {
  it('decreases with each photo, not with a repeated one, and resets the next day', async () => {
    const { app, readers, clock } = await anInstallation({ VISION_SCANS_PER_USER: '2' })
    const { call, user } = await app.signIn()
    const beer = await aBeer(app.db)
    const label = aLabel()
    readers.on(label, finds('single', [aSighting(beer.id)]))
    const version = await currentCatalogueVersion(app.db)
    clock.advance(2_000)
    await vi.waitFor(() => expect(readers.catalogueVersion).toBe(version), 5_000)
    const left = async () => (await call(getEngine)).body?.budget?.userLeft
    expect((await call(identifyBeer, photo(label))).status).toBe(200)
    expect(await left()).toBe(1)
    expect((await call(identifyBeer, photo(label))).status).toBe(200)
    expect(await left()).toBe(1)
    const [row] = await app.db.select().from(engineUsage).where(ne(engineUsage.calls, 0))
    expect(row).toMatchObject({ calls: 1, inputTokens: 1_000, outputTokens: 200 })
    clock.advance(DAY_MS)
    const { call: nextDay } = await app.signIn(user)
    expect((await nextDay(getEngine)).body?.budget?.userLeft).toBe(2)
  })

  it('counts a photo once, however many attempts it takes', async () => {
    const { app, readers } = await anInstallation({ VISION_SCANS_PER_USER: '2' })
    const { call } = await app.signIn()
    const label = aLabel()
    readers.on(label, fails(new Error('the reader crashed')))
    expect((await call(identifyBeer, photo(label))).body).toMatchObject({ code: 'scan_failed' })
    expect(readers.recognised).toHaveLength(SCAN_ATTEMPTS_MAX)
    expect((await call(getEngine)).body?.budget?.userLeft).toBe(1)
  })

  it('counts a photo whose first attempt alone was answered', async () => {
    const readers = scriptedReaders()
    const outages = [new Error('the reader crashed'), new RecognitionFailed('down', 'unavailable')]
    readers.recognise = async function* (_photo, _ask, _signal, onUsage) {
      if (outages.length === 2) onUsage?.(SPENT)
      yield await Promise.reject(outages.shift())
    }
    const { app } = await anInstallation({ VISION_SCANS_PER_USER: '2' }, readers)
    const { call } = await app.signIn()
    expect((await call(identifyBeer, photo())).status).toBe(503)
    expect((await call(getEngine)).body?.budget?.userLeft).toBe(1)
  })

  it.each<[string, number, Script]>([
    ['is not spent on a provider that cannot be reached', 1, fails(new RecognitionFailed('down', 'unavailable'))],
    ['is not spent if the fallback reads the photo', 1, finds('menu', [], { fallback: 'unavailable' })],
    ['is not spent on a reader that crashes before an answer', 1, fails(new Error('the reader crashed'))],
    ['is spent on a call that took too long', 0, fails(new RecognitionFailed('too slow', 'timed_out'))],
  ])('%s', async (_, expected, script) => {
    const { app, readers } = await anInstallation({ VISION_SCANS_PER_USER: '1' }, scriptedReaders())
    const { call } = await app.signIn()
    const label = aLabel()
    readers.on(label, script)
    await call(identifyBeer, photo(label))
    expect((await call(getEngine)).body?.budget?.userLeft).toBe(expected)
    expect(readers.recognised.filter(({ ask }) => ask.localOnly)).toEqual([])
  })

  it('is limited per user and in total', async () => {
    const { app } = await anInstallation({ VISION_SCANS_PER_USER: '5', VISION_SCANS_TOTAL: '2' })
    const [one, other] = [await app.signIn(), await app.signIn()]
    await one.call(identifyBeer, photo())
    expect((await other.call(getEngine)).body?.budget).toMatchObject({ userLeft: 5, totalLeft: 1 })
  })

  it('when used up, falls back to the embedded engine, as noted in the scan', async () => {
    const { app, readers } = await anInstallation({ VISION_SCANS_PER_USER: '0' })
    const { call } = await app.signIn()
    const beer = await aBeer(app.db)
    const label = aLabel()
    readers.on(label, (ask, signal) =>
      finds('single', [aSighting(beer.id)], ask.localOnly ? { fallback: ask.localOnly } : {})(ask, signal),
    )
    const { body } = await call(identifyBeer, photo(label))
    if (!body || !('scanId' in body)) throw new Error('no answer')
    expect(body).toMatchObject({ fallback: 'budget' })
    expect((await call(getScan, { params: { id: body.scanId } })).body?.fallback).toBe('budget')
    expect(await metricOf(app, 'engine_photos_total{engine="embedded",outcome="budget"}')).toBe(1)
    expect((await call(getEngine)).body?.budget?.userLeft).toBe(0)
  })

  it('when used up without a fallback, rejects the photo before a scan is created', async () => {
    const { app, readers } = await anInstallation({ VISION_SCANS_TOTAL: '0', VISION_FALLBACK: 'none' })
    const { call } = await app.signIn()
    const refused = await call(identifyBeer, photo())
    expect(refused.status).toBe(429)
    expect(refused.body).toMatchObject({ code: 'quota_exceeded', message: expect.stringContaining('quota exceeded') })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect(readers.recognised).toEqual([])
  })

  it('is neither exceeded by concurrent photos nor left unused', async () => {
    const { app, readers } = await anInstallation({ VISION_SCANS_PER_USER: '2' })
    const { call } = await app.signIn()
    await Promise.all(Array.from({ length: 6 }, () => call(identifyBeer, photo())))
    const sent = readers.recognised.filter(({ ask }) => ask.localOnly === undefined)
    expect(sent).toHaveLength(2)
    expect(readers.recognised).toHaveLength(6)
  })

  it.each(['embedded', 'none'])(
    'is not spent on automatic camera frames, which never reach it, with the fallback %s',
    async (fallback) => {
      const { app, readers } = await anInstallation({ VISION_SCANS_PER_USER: '1', VISION_FALLBACK: fallback })
      const { call } = await app.signIn()
      const frame = () => call(identifyBeer, { form: { auto: 'true', ...photo().form } })
      await frame()
      expect(readers.recognised.map(({ ask }) => ask.localOnly)).toEqual(['camera_frame'])
      expect((await call(getEngine)).body?.budget?.userLeft).toBe(1)
      await call(identifyBeer, photo())
      expect((await frame()).body).toMatchObject({ code: 'no_beer' })
      expect(readers.recognised.map(({ ask }) => ask.localOnly)).toEqual(['camera_frame', undefined, 'camera_frame'])
    },
  )
})

/** The budget by itself: one photo and one question a day for each user. */
async function aBudget(clock: Pick<Clock, 'now'>, log: ProviderBudgetPorts['log'] = testLog) {
  const { db } = await testDatabase()
  const provider = { name: 'openai', model: 'gpt-5-mini', baseUrl: undefined, answers: 'schema' } as const
  const vision = { provider, hasFallback: true, models: undefined, budget: { perUser: 1, total: undefined } }
  const on = (conn: ProviderBudgetPorts['db']) =>
    providerBudget({ db: conn, clock, vision, registry: new Registry(), log })
  const usageOf = (userId: number) => db.select().from(engineUsage).where(eq(engineUsage.userId, userId))
  const { id: userId } = await aUser(db)
  return { db, userId, on, budget: on(db), usageOf }
}

it('has its last photo for one of two that are taken at once', async () => {
  const { budget, db } = await aBudget(aClock())
  for (let round = 0; round < 20; round++) {
    const { id: userId } = await aUser(db)
    const taken = await Promise.all([budget.take(userId, false), budget.take(userId, false)])
    expect(taken.map(({ allowance }) => allowance).sort()).toEqual(['budget', 'configured_engine'])
  }
})

describe('the usage of a provider', () => {
  it('is recorded even if it is reported after recognition was cancelled', async () => {
    const { budget, userId, usageOf } = await aBudget(aClock())
    let charge: ((usage: ProviderUsage) => void) | undefined
    const recognise = budget.metered(userId, async function* (_photo, _ask, _signal, onUsage) {
      charge = onUsage
      yield await Promise.reject(new DOMException('cancelled', 'AbortError'))
    })
    const photo = { bytes: photoOf(aLabel()), width: 400, height: 300 }
    const steps = recognise(photo, { context: 'auto', call: 'identify' }, new AbortController().signal)
    await expect(steps[Symbol.asyncIterator]().next()).rejects.toThrow('cancelled')
    charge?.(SPENT)
    await expect.poll(() => usageOf(userId)).toMatchObject([{ inputTokens: 1_000, outputTokens: 200 }])
  })

  it('is recorded for nobody once the account is deleted, and given back there', async () => {
    const { budget, db, userId, usageOf } = await aBudget(aClock())
    const first = await budget.take(userId, false)
    await deleteAccount(db, async () => [], userId)
    const ofNobody = async () =>
      (await usageOf(0)).filter(({ day, engine }) => day === first.day && engine === 'openai')
    const { day } = await budget.take(userId, false)
    expect(await ofNobody()).toMatchObject([{ calls: 2 }])
    await budget.giveBack(userId, day ?? '')
    await budget.recordQuestion(userId, SPENT)
    expect(await budget.takeQuestion(userId)).toBe(first.day)
    expect(await ofNobody()).toMatchObject([{ calls: 1 }])
    expect(await usageOf(userId)).toEqual([])
  })

  it('that is being recorded while the account is deleted is anonymised, too', async () => {
    const { on, db, userId, usageOf } = await aBudget(aClock())
    let deleting: Promise<unknown> = Promise.resolve()
    await db.transaction(async (tx) => {
      await on(tx).recordQuestion(userId, SPENT)
      deleting = deleteAccount(db, async () => [], userId)
      await Promise.race([deleting, sleep(300)])
    })
    await deleting
    expect(await usageOf(userId)).toEqual([])
  })

  it('counts a call that is refused at midnight on neither day', async () => {
    const midnight = Math.ceil(aClock().now() / DAY_MS) * DAY_MS
    let now = midnight - 1
    const { budget, userId, usageOf } = await aBudget({ now: () => now++ })
    const days = [await budget.takeQuestion(userId), await budget.takeQuestion(userId)]
    expect(new Set(days).size).toBe(2)
    now = midnight - 1
    expect(await budget.takeQuestion(userId)).toBeUndefined()
    expect((await usageOf(userId)).map(({ calls }) => calls)).toEqual([1, 1])
  })

  it('leaves a question that is given back to another search of its day', async () => {
    const clock = aClock()
    const { budget, userId, usageOf } = await aBudget(clock)
    const day = (await budget.takeQuestion(userId)) ?? expect.fail('none is left')
    expect(await budget.takeQuestion(userId)).toBeUndefined()
    await budget.giveBackQuestion(userId, day)
    expect(await usageOf(userId)).toMatchObject([{ engine: 'openai search', day, calls: 0 }])
    expect(await budget.takeQuestion(userId)).toBe(day)
  })
})

describe('a provider that fails', () => {
  it.each([
    ['quota_exceeded', 429, 'quota exceeded'],
    ['timed_out', 504, 'too long'],
    ['unavailable', 503, 'cannot be reached'],
    ['refused', 502, 'declined'],
    ['unusable_answer', 502, 'unusable answer'],
  ])('with %s ends the scan at once with status %i', async (code, status, word) => {
    const { app, readers } = await anInstallation({ VISION_FALLBACK: 'none' })
    const { call } = await app.signIn()
    const label = aLabel()
    readers.on(label, fails(new RecognitionFailed('its own words: sk-4711', code)))
    const { status: answered, body } = await call(identifyBeer, photo(label))
    expect(answered).toBe(status)
    expect(JSON.stringify(body)).toContain(word)
    expect(JSON.stringify(body)).not.toContain('sk-4711')
    expect(readers.recognised).toHaveLength(1)
    expect(await metricOf(app, `engine_photos_total{engine="openai",outcome="${code}"}`)).toBe(1)
  })

  it('after its answer still cost tokens, which are counted', async () => {
    const { app, readers, clock } = await anInstallation({ VISION_FALLBACK: 'none' })
    const { call } = await app.signIn()
    const label = aLabel()
    readers.on(label, fails(new RecognitionFailed('no usable answer', 'unusable_answer')))
    await call(identifyBeer, photo(label))
    const day = new Date(clock.now()).toISOString().slice(0, 10)
    const [row] = await app.db
      .select()
      .from(engineUsage)
      .where(and(eq(engineUsage.day, day), ne(engineUsage.calls, 0)))
    expect(row).toMatchObject({ calls: 1, inputTokens: 1_000, outputTokens: 200 })
    expect(await metricOf(app, 'engine_calls_total{engine="openai"}')).toBe(1)
    expect(await metricOf(app, 'engine_tokens_total{engine="openai",direction="output"}')).toBe(200)
  })

  it('is noted in the scan, whose result is not reused for a later photo', async () => {
    const { app, readers } = await anInstallation()
    const { call } = await app.signIn()
    const beer = await aBeer(app.db)
    const label = aLabel()
    readers.on(label, finds('single', [aSighting(beer.id)], { fallback: 'quota_exceeded' }))
    const { body } = await call(identifyBeer, photo(label))
    if (!body || !('scanId' in body)) throw new Error('no answer')
    expect((await call(getScan, { params: { id: body.scanId } })).body?.fallback).toBe('quota_exceeded')
    readers.on(label, finds('single', [], {}))
    expect((await call(identifyBeer, photo(label))).status).toBe(422)
  })
})

describe('the operator', () => {
  const reason = 'The AI provider rejected the request (HTTP 401)'

  it.each<[string, Script, object[]]>([
    [
      'why the fallback read a photo',
      finds('menu', [], { fallback: 'unavailable', fallbackCause: reason }),
      [{ engine: 'openai', code: 'unavailable', reason }],
    ],
    [
      'why a photo was not read',
      fails(new RecognitionFailed(reason, 'unavailable')),
      [{ engine: 'openai', code: 'unavailable', reason }],
    ],
    ['nothing of a used-up budget', finds('menu', [], { fallback: 'budget' }), []],
    ['nothing of a defect', fails(new RecognitionFailed('a defect', 'ERR_INVALID_STATE')), []],
  ])('is told %s', async (_, script, told) => {
    const log = { error: vi.fn(), warn: vi.fn() }
    const { budget, userId } = await aBudget(aClock(), log)
    const recognise = budget.metered(userId, (_photo, ask, signal) => script(ask, signal))
    const read = async () => {
      const photo = { bytes: photoOf(aLabel()), width: 400, height: 300 }
      for await (const _ of recognise(photo, { context: 'auto', call: 'identify' }, new AbortController().signal))
        void _
    }
    await read().catch(() => {})
    expect(log.warn.mock.calls.map(([details]) => details)).toEqual(told)
  })
})

describe('an estimate by a provider', () => {
  const estimates = { brewery: 'Reedbed', style: 'Porter', abv: 5.2, ibu: null, rating: 71 }

  it('is separate from printed values', async () => {
    const { app, readers } = await anInstallation()
    const { call } = await app.signIn()
    const label = aLabel()
    const sighting = anUnlistedSighting('Moorhen')
    const printed = { ...sighting.printed, brewery: null, style: null, abv: null }
    readers.on(label, finds('menu', [{ ...sighting, printed, estimates }]))
    const { body } = await call(parseMenu, { form: { ...photo(label).form, context: 'menu' } })
    if (!body || !('beers' in body)) throw new Error('no answer')
    expect(body.beers[0]).toMatchObject({ name: 'Moorhen', brewery: null, style: null, abv: null, estimates })
    const { body: scan } = await call(getScan, { params: { id: body.scanId } })
    expect(parseMenuData(scan?.menuData ?? null)[0]?.estimates).toEqual(estimates)
  })

  it('creates a rating of origin `ai`', async () => {
    const { app, readers, clock } = await anInstallation()
    const { call } = await app.signIn()
    const [label, again] = [aLabel(), aLabel()]
    const sighting = { ...anUnlistedSighting('Moorhen'), estimates }
    readers.on(label, finds('menu', [sighting]))
    readers.on(again, finds('menu', [{ ...sighting, estimates: { ...estimates, rating: 3 } }]))
    const { body } = await call(parseMenu, { form: { ...photo(label).form, context: 'menu' } })
    if (!body || !('beers' in body)) throw new Error('no answer')
    const id = body.beers[0]?.id ?? 0
    const rated = await vi.waitFor(async () => {
      clock.advance(2_000)
      const { body: beer } = await call(getBeer, { params: { id } })
      expect(beer?.rating).toBeGreaterThan(0)
      return beer
    }, 15_000)
    expect(rated).toMatchObject({ ratingOrigin: 'ai', ratingCount: 0 })
    await call(parseMenu, { form: { ...photo(again).form, context: 'menu' } })
    expect((await call(getBeer, { params: { id } })).body?.rating).toBe(rated?.rating)
  })
})
