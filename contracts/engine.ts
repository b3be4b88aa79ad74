/** What reads the photos of this installation, told before a photo is taken: who sees it, and how many it may still cost. */
import { z } from 'zod/mini'

/** Why the embedded engine read a photo that an AI provider was configured for. */
export const FALLBACK_REASONS = [
  /** Today's scans by the provider were used up. */
  'budget',
  /** The camera took it by itself: such frames are many, and are never sent. */
  'camera_frame',
  'quota_exceeded',
  'timed_out',
  'unavailable',
  'refused',
  'unusable_answer',
] as const
export type FallbackReason = (typeof FALLBACK_REASONS)[number]

/** A day's scans by the AI provider; null where there is no limit. */
const Left = z.nullable(z.int().check(z.gte(0)))

export const EngineInfo = z.object({
  /** `embedded`: photos stay on this server. `provider`: they are sent to `provider.host`. */
  kind: z.enum(['embedded', 'provider']),
  provider: z.nullable(
    z.object({
      /** For people: 'OpenAI'. */
      name: z.string(),
      model: z.string(),
      /** Where photos are sent. */
      host: z.string(),
      /** True when that is this machine or its own network: photos do not leave the house. */
      isPrivate: z.boolean(),
    }),
  ),
  /** True when the embedded engine reads what the provider does not. */
  hasFallback: z.boolean(),
  /** Null for the embedded engine, which costs nothing. */
  budget: z.nullable(
    z.object({
      /** Of this user, and of everyone together; a scan needs both. */
      userLeft: Left,
      totalLeft: Left,
      /** When the day is over. */
      resetsAt: z.iso.datetime(),
    }),
  ),
})
export type EngineInfo = z.infer<typeof EngineInfo>

/** Scans by the provider that are left today: null without a limit, 0 when the next photo cannot be sent there. */
export function providerScansLeft({ budget }: Pick<EngineInfo, 'budget'>): number | null {
  if (!budget) return null
  const limits = [budget.userLeft, budget.totalLeft].flatMap((left) => (left === null ? [] : [left]))
  return limits.length > 0 ? Math.min(...limits) : null
}

/** What an AI provider guesses of a beer where its photo says nothing; null is no guess. */
export const Estimates = z.object({
  brewery: z.nullable(z.string()),
  style: z.nullable(z.string()),
  abv: z.nullable(z.number()),
  ibu: z.nullable(z.number()),
  /** 0-100. */
  rating: z.nullable(z.number()),
})
export type Estimates = z.infer<typeof Estimates>
