/**
 * The daily budget of photos for an AI provider, per user and in total, and its usage metrics. Users see what is left before
 * they take a photo. Searches that ask the provider have as many calls again. The embedded engine has no budget.
 */
import { and, eq, sql, sum } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import { Counter, type Registry } from 'prom-client'
import { type EngineInfo, FALLBACK_REASONS } from '#contracts'
import { type OnUsage, type ProviderUsage, type Readers, type RecogniseStep, RecognitionFailed } from '#recognition'
import { providerAddress } from '#vision/text'
import type { Clock } from '../../adapters/clock.ts'
import type { Conn, Db } from '../../adapters/db/database.ts'
import { engineUsage, users } from '../../adapters/db/schema.ts'
import { ProductError } from '../../adapters/http/errors.ts'
import { isPrivateHost } from '../../adapters/http/private-address.ts'
import { measuredGauge } from '../../adapters/metrics.ts'
import type { VisionConfig } from './engines-of.ts'

const DAY_MS = 24 * 60 * 60_000
/** No user has this id. Its row of a day is locked by whoever takes from the budget of that day. */
const NOBODY = 0
const USED_UP_MESSAGE =
  "API quota exceeded: today's photos for the AI provider are used up. There are new ones at midnight UTC."

const PROVIDER_NAMES = {
  openai: 'OpenAI',
  'openai-compatible': 'an OpenAI-compatible server',
  anthropic: 'Anthropic',
  google: 'Google',
}

interface TakenPhoto {
  /**
   * `configured_engine`: it may read the photo. `budget` and `camera_frame`: only the embedded engine may, and why.
   * `refused`: the budget is used up and there is no fallback.
   */
  allowance: 'configured_engine' | 'budget' | 'camera_frame' | 'refused'
  /** The day of whose budget it was taken; null if the provider does not read it. */
  day: string | null
}

export interface ProviderBudget {
  /** The message of a photo that was refused. */
  usedUpMessage: string
  info(userId: number): Promise<EngineInfo>
  /** @throws ProductError quota_exceeded if the budget is used up and there is no fallback */
  assertAvailable(conn: Conn, userId: number): Promise<void>
  /** Decides which engine may read a photo, and takes one photo from the budget if it is the provider. */
  take(userId: number, isFrame: boolean): Promise<TakenPhoto>
  /** Returns a photo to the budget of the day from which it was taken. */
  giveBack(userId: number, day: string): Promise<void>
  /** Wraps recognition so that its usage is recorded. */
  metered(userId: number, recognise: Readers['recognise']): Readers['recognise']
  /** Takes one call of a search from the budget. Returns the day of that budget; undefined if none is left. */
  takeQuestion(userId: number): Promise<string | undefined>
  /** Returns the call of a search to the budget of the day from which it was taken. */
  giveBackQuestion(userId: number, day: string): Promise<void>
  /** Records what the call of a search used. */
  recordQuestion(userId: number, spent: ProviderUsage): Promise<void>
}

export interface ProviderBudgetPorts {
  db: Db
  clock: Pick<Clock, 'now'>
  vision: VisionConfig
  registry: Registry
  log: Pick<FastifyBaseLogger, 'error' | 'warn'>
}

export function providerBudget({ db, clock, vision, registry, log }: ProviderBudgetPorts): ProviderBudget {
  const { provider, hasFallback, budget } = vision
  const metrics = engineMetrics(registry)
  if (provider && budget.total !== undefined) {
    const text = { name: 'engine_photos_left', help: 'Photos that the AI provider may still read today.' }
    measuredGauge(registry, text, async () => (await leftOf(db, NOBODY)).totalLeft ?? undefined)
  }
  const name = provider?.name ?? 'embedded'
  const today = () => new Date(clock.now()).toISOString().slice(0, 10)
  const nextDay = () => new Date((Math.floor(clock.now() / DAY_MS) + 1) * DAY_MS)
  const photos = dailyUsage(name)
  const questions = dailyUsage(`${name} search`)

  async function leftOf(conn: Conn, userId: number): Promise<{ userLeft: number | null; totalLeft: number | null }> {
    const { user, total } = await photos.used(conn, today(), userId)
    const left = (limit: number | undefined, spent: number) => (limit === undefined ? null : Math.max(0, limit - spent))
    return { userLeft: left(budget.perUser, user), totalLeft: left(budget.total, total) }
  }

  /** Concurrent calls, also of other users, wait for each other: none exceeds a limit, and none is refused for one that takes nothing. Returns the day. */
  async function takeOne(usage: DailyUsage, userId: number): Promise<string | undefined> {
    const day = today()
    return await db.transaction(async (tx) => {
      await usage.add(tx, day, userId, { calls: 1 })
      // After the row of the user, as when an account is deleted.
      await usage.add(tx, day, NOBODY, { calls: 0 })
      const { user, total } = await usage.used(tx, day, userId)
      const isOver =
        user > (budget.perUser ?? Number.POSITIVE_INFINITY) || total > (budget.total ?? Number.POSITIVE_INFINITY)
      if (isOver) await usage.add(tx, day, userId, { calls: -1 })
      return isOver ? undefined : day
    })
  }

  /** Never rejects: a scan does not fail because its cost could not be stored. */
  async function record(usage: DailyUsage, userId: number, { calls, ...tokens }: ProviderUsage) {
    metrics.calls.inc({ engine: name }, calls)
    metrics.tokens.inc({ engine: name, direction: 'input' }, tokens.inputTokens)
    metrics.tokens.inc({ engine: name, direction: 'output' }, tokens.outputTokens)
    try {
      await usage.add(db, today(), userId, { calls: 0, ...tokens })
    } catch (error) {
      log.error({ err: error, userId }, 'recording provider usage failed')
    }
  }

  /** Users learn only that it failed; what to do about it, such as a rejected key, is the operator's. */
  function tellOperator(code: string | undefined, reason: string) {
    log.warn({ engine: name, code, reason }, 'the AI provider failed')
  }

  /** Usage may be reported after the caller has left; what is reported before is stored when recognition ends. */
  async function* recordUsage(
    userId: number,
    recognise: (onUsage: OnUsage) => AsyncIterable<RecogniseStep>,
  ): AsyncIterable<RecogniseStep> {
    const recorded: Promise<void>[] = []
    try {
      for await (const step of recognise((spent) => void recorded.push(record(photos, userId, spent)))) {
        if (step.kind === 'complete') {
          const { fallback, fallbackCause } = step.outcome
          if (fallbackCause !== undefined) tellOperator(fallback, fallbackCause)
          metrics.photos.inc({ engine: fallback ? 'embedded' : name, outcome: fallback ?? 'read' })
        }
        yield step
      }
    } catch (error) {
      if (error instanceof RecognitionFailed) {
        if (isProviderFault(error.code)) tellOperator(error.code, error.message)
        metrics.photos.inc({ engine: name, outcome: error.code ?? 'failed' })
      }
      throw error
    } finally {
      await Promise.all(recorded)
    }
  }

  return {
    usedUpMessage: USED_UP_MESSAGE,

    async info(userId) {
      if (!provider) return { kind: 'embedded', provider: null, hasFallback: false, budget: null }
      const address = new URL(providerAddress(provider.name, provider.baseUrl) ?? 'http://localhost')
      return {
        kind: 'provider',
        provider: {
          name: PROVIDER_NAMES[provider.name],
          model: provider.model,
          host: address.host,
          isPrivate: isPrivateHost(address.hostname),
        },
        hasFallback,
        budget: { ...(await leftOf(db, userId)), resetsAt: nextDay().toISOString() },
      }
    },

    async assertAvailable(conn, userId) {
      if (!provider || hasFallback) return
      const { userLeft, totalLeft } = await leftOf(conn, userId)
      if (userLeft !== 0 && totalLeft !== 0) return
      throw new ProductError('quota_exceeded', USED_UP_MESSAGE, {
        retryAfterSeconds: Math.ceil((nextDay().getTime() - clock.now()) / 1_000),
      })
    },

    async take(userId, isFrame) {
      if (!provider) return { allowance: 'configured_engine', day: null }
      if (isFrame) return { allowance: 'camera_frame', day: null }
      const day = await takeOne(photos, userId)
      if (day !== undefined) return { allowance: 'configured_engine', day }
      return { allowance: hasFallback ? 'budget' : 'refused', day: null }
    },

    giveBack: (userId, day) => photos.giveBack(db, day, userId),
    takeQuestion: (userId) => takeOne(questions, userId),
    giveBackQuestion: (userId, day) => questions.giveBack(db, day, userId),
    recordQuestion: (userId, spent) => record(questions, userId, spent),
    metered: (userId, recognise) => (photo, ask, signal) =>
      recordUsage(userId, (onUsage) => recognise(photo, ask, signal, onUsage)),
  }
}

const isProviderFault = (code: string | null): code is string =>
  code !== null && FALLBACK_REASONS.some((reason) => reason === code)

type DailyUsage = ReturnType<typeof dailyUsage>

/**
 * Whose row counts what a user has used: nobody's once the account is deleted. One that is being deleted waits for the transaction, or
 * is waited for, so that no row outlives its user.
 */
const ownerOf = (userId: number) =>
  sql<number>`coalesce((select ${users.id} from ${users} where ${users.id} = ${userId} for key share), ${NOBODY}::int)`

/** The provider's usage by day for one purpose. Calls are counted before they are made. */
function dailyUsage(engine: string) {
  return {
    async used(conn: Conn, day: string, userId: number): Promise<{ user: number; total: number }> {
      const [row] = await conn
        .select({
          user: sql<number>`coalesce(sum(${engineUsage.calls}) filter (where ${engineUsage.userId} = ${userId}), 0)`.mapWith(
            Number,
          ),
          total: sum(engineUsage.calls).mapWith(Number),
        })
        .from(engineUsage)
        .where(and(eq(engineUsage.day, day), eq(engineUsage.engine, engine)))
      return { user: row?.user ?? 0, total: row?.total ?? 0 }
    },

    async giveBack(conn: Conn, day: string, userId: number) {
      const { engine: by, day: on, userId: user, calls } = engineUsage
      await conn
        .update(engineUsage)
        .set({ calls: sql`greatest(0, ${calls} - 1)` })
        .where(and(eq(on, day), eq(user, ownerOf(userId)), eq(by, engine)))
    },

    async add(
      conn: Conn,
      day: string,
      userId: number,
      { calls, inputTokens = 0, outputTokens = 0 }: Partial<ProviderUsage> & { calls: number },
    ) {
      await conn
        .insert(engineUsage)
        .values({ day, userId: ownerOf(userId), engine, calls, inputTokens, outputTokens })
        .onConflictDoUpdate({
          target: [engineUsage.day, engineUsage.userId, engineUsage.engine],
          set: {
            calls: sql`${engineUsage.calls} + ${calls}`,
            inputTokens: sql`${engineUsage.inputTokens} + ${inputTokens}`,
            outputTokens: sql`${engineUsage.outputTokens} + ${outputTokens}`,
          },
        })
    },
  }
}

function engineMetrics(registry: Registry) {
  const registers = [registry]
  return {
    photos: new Counter({
      name: 'engine_photos_total',
      help: 'Photos by engine and outcome: `read`, the reason for the fallback, or the failure code.',
      labelNames: ['engine', 'outcome'],
      registers,
    }),
    calls: new Counter({
      name: 'engine_calls_total',
      help: 'Answered calls to an AI provider.',
      labelNames: ['engine'],
      registers,
    }),
    tokens: new Counter({
      name: 'engine_tokens_total',
      help: 'Tokens billed by an AI provider.',
      labelNames: ['engine', 'direction'],
      registers,
    }),
  }
}
