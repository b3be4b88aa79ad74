/**
 * Who may be shown a photo, and what that cost. A provider reads a number of photos a day, of each user and of all together;
 * what is left is told before a photo is taken. With the embedded engine there is nothing to count.
 */
import { and, eq, sql, sum } from 'drizzle-orm'
import { Counter, type Registry } from 'prom-client'
import type { EngineInfo } from '#contracts'
import { providerAddress, type Readers, type RecogniseStep, RecognitionFailed, type Spent } from '#recognition'
import type { VisionConfig } from '../config.ts'
import type { Conn, Db } from '../db/database.ts'
import { engineUsage } from '../db/schema.ts'
import { ProductError } from '../http/errors.ts'
import type { Clock } from '../jobs/clock.ts'
import { isPrivateHost } from './private-host.ts'

const DAY_MS = 24 * 60 * 60_000
export const BUDGET_USED_UP = "today's photos for the AI provider are used up. There are new ones at midnight UTC."

const PROVIDER_NAMES = {
  openai: 'OpenAI',
  'openai-compatible': 'an OpenAI-compatible server',
  anthropic: 'Anthropic',
  google: 'Google',
}

/** `anyone`: the configured engine. Otherwise why the photo stays here, or that nobody reads it. */
export type Permit = 'anyone' | 'budget' | 'camera_frame' | 'refused'

export interface EngineUse {
  info(userId: number): Promise<EngineInfo>
  /** @throws ProductError quota_exceeded when nothing could read a photo of this user now */
  assertLeft(conn: Conn, userId: number): Promise<void>
  /** Takes one of today's photos when the provider is to read it. */
  begin(userId: number, isFrame: boolean): Promise<Permit>
  /** Recognition whose use is written down. */
  counted(userId: number, recognise: Readers['recognise']): Readers['recognise']
  /** What the provider took for something else than a photo. */
  spentElsewhere(spent: Spent): void
}

export interface EngineUsePorts {
  db: Db
  clock: Pick<Clock, 'now'>
  vision: VisionConfig
  registry: Registry
}

export function engineUse({ db, clock, vision, registry }: EngineUsePorts): EngineUse {
  const { provider, hasFallback, budget } = vision
  const metrics = engineMetrics(registry)
  const name = provider?.name ?? 'embedded'
  const today = () => new Date(clock.now()).toISOString().slice(0, 10)
  const nextDay = () => new Date((Math.floor(clock.now() / DAY_MS) + 1) * DAY_MS)
  const mine = (userId: number) =>
    and(eq(engineUsage.day, today()), eq(engineUsage.userId, userId), eq(engineUsage.engine, name))

  async function used(conn: Conn, userId: number): Promise<{ user: number; total: number }> {
    const [row] = await conn
      .select({
        user: sql<number>`coalesce(sum(${engineUsage.calls}) filter (where ${engineUsage.userId} = ${userId}), 0)`.mapWith(
          Number,
        ),
        total: sum(engineUsage.calls).mapWith(Number),
      })
      .from(engineUsage)
      .where(and(eq(engineUsage.day, today()), eq(engineUsage.engine, name)))
    return { user: row?.user ?? 0, total: row?.total ?? 0 }
  }

  async function leftOf(conn: Conn, userId: number): Promise<{ userLeft: number | null; totalLeft: number | null }> {
    const { user, total } = await used(conn, userId)
    const left = (limit: number | undefined, spent: number) => (limit === undefined ? null : Math.max(0, limit - spent))
    return { userLeft: left(budget.perUser, user), totalLeft: left(budget.total, total) }
  }

  async function add(userId: number, calls: number, inputTokens = 0, outputTokens = 0) {
    await db
      .insert(engineUsage)
      .values({ day: today(), userId, engine: name, calls, inputTokens, outputTokens })
      .onConflictDoUpdate({
        target: [engineUsage.day, engineUsage.userId, engineUsage.engine],
        set: {
          calls: sql`${engineUsage.calls} + ${calls}`,
          inputTokens: sql`${engineUsage.inputTokens} + ${inputTokens}`,
          outputTokens: sql`${engineUsage.outputTokens} + ${outputTokens}`,
        },
      })
  }

  /** Taken first and looked at then, so that two at once never pass a limit together; what was too much is given back. */
  async function take(userId: number): Promise<boolean> {
    await add(userId, 1)
    const { user, total } = await used(db, userId)
    const isOver =
      user > (budget.perUser ?? Number.POSITIVE_INFINITY) || total > (budget.total ?? Number.POSITIVE_INFINITY)
    if (isOver)
      await db
        .update(engineUsage)
        .set({ calls: sql`${engineUsage.calls} - 1` })
        .where(mine(userId))
    return !isOver
  }

  function meter({ calls, inputTokens, outputTokens }: Spent) {
    metrics.calls.inc({ engine: name }, calls)
    metrics.tokens.inc({ engine: name, direction: 'input' }, inputTokens)
    metrics.tokens.inc({ engine: name, direction: 'output' }, outputTokens)
  }

  async function* counting(userId: number, steps: AsyncIterable<RecogniseStep>): AsyncIterable<RecogniseStep> {
    try {
      for await (const step of steps) {
        if (step.kind === 'complete') {
          const { spent, fallback } = step.outcome
          metrics.photos.inc({ engine: fallback ? 'embedded' : name, outcome: fallback ?? 'read' })
          if (spent) {
            meter(spent)
            await add(userId, 0, spent.inputTokens, spent.outputTokens)
          }
        }
        yield step
      }
    } catch (error) {
      if (error instanceof RecognitionFailed) metrics.photos.inc({ engine: name, outcome: error.code ?? 'failed' })
      throw error
    }
  }

  return {
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

    async assertLeft(conn, userId) {
      if (!provider || hasFallback) return
      const { userLeft, totalLeft } = await leftOf(conn, userId)
      if (userLeft !== 0 && totalLeft !== 0) return
      throw new ProductError('quota_exceeded', `API quota exceeded: ${BUDGET_USED_UP}`, {
        retryAfterSeconds: Math.ceil((nextDay().getTime() - clock.now()) / 1_000),
      })
    },

    async begin(userId, isFrame) {
      if (!provider) return 'anyone'
      if (isFrame && hasFallback) return 'camera_frame'
      if (await take(userId)) return 'anyone'
      return hasFallback ? 'budget' : 'refused'
    },

    spentElsewhere: meter,
    counted: (userId, recognise) => (photo, ask, signal) => counting(userId, recognise(photo, ask, signal)),
  }
}

function engineMetrics(registry: Registry) {
  const registers = [registry]
  return {
    photos: new Counter({
      name: 'engine_photos_total',
      help: 'Photos by the engine that read them, and how that ended; `read`, or why another engine stood in or none did.',
      labelNames: ['engine', 'outcome'],
      registers,
    }),
    calls: new Counter({
      name: 'engine_calls_total',
      help: 'Calls to an AI provider that were answered.',
      labelNames: ['engine'],
      registers,
    }),
    tokens: new Counter({
      name: 'engine_tokens_total',
      help: 'Tokens that an AI provider counted.',
      labelNames: ['engine', 'direction'],
      registers,
    }),
  }
}
