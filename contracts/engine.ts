/** The recognition engine of this installation: where photos are sent, and what is left of today's provider budget. */
import { z } from 'zod/mini'

/** Why the embedded engine processed a photo although an AI provider is configured. */
export const FALLBACK_REASONS = [
  /** Today's provider budget is used up. */
  'budget',
  /** An auto-scan frame: there are many, so they are never sent to a provider. */
  'camera_frame',
  'quota_exceeded',
  'timed_out',
  'unavailable',
  'refused',
  'unusable_answer',
] as const
export type FallbackReason = (typeof FALLBACK_REASONS)[number]

/** Scans left today; null means no limit. */
const Remaining = z.nullable(z.int().check(z.gte(0)))

export const EngineInfo = z.object({
  /** `embedded`: photos stay on this server. `provider`: they are sent to `provider.host`. */
  kind: z.enum(['embedded', 'provider']),
  provider: z.nullable(
    z.object({
      /** Display name: 'OpenAI'. */
      name: z.string(),
      model: z.string(),
      /** Host that photos are sent to. */
      host: z.string(),
      /** True when the host is this machine or in its private network. */
      isPrivate: z.boolean(),
    }),
  ),
  /** True when the embedded engine takes over if the provider fails or its budget is used up. */
  hasFallback: z.boolean(),
  /** Null for the embedded engine, which has no cost per scan. */
  budget: z.nullable(
    z.object({
      /** This user's share and the installation's total; a scan uses one of each. */
      userLeft: Remaining,
      totalLeft: Remaining,
      /** End of the current day. */
      resetsAt: z.iso.datetime(),
    }),
  ),
})
export type EngineInfo = z.infer<typeof EngineInfo>

/** Provider scans left today: the smaller of the two limits. Null when there is no limit; at 0 the next photo is not sent. */
export function providerScansLeft({ budget }: Pick<EngineInfo, 'budget'>): number | null {
  if (!budget) return null
  const limits = [budget.userLeft, budget.totalLeft].flatMap((left) => (left === null ? [] : [left]))
  return limits.length > 0 ? Math.min(...limits) : null
}

/** An AI provider's estimates for facts that are not printed on the photo; null where it gave none. */
export const Estimates = z.object({
  brewery: z.nullable(z.string()),
  style: z.nullable(z.string()),
  abv: z.nullable(z.number()),
  ibu: z.nullable(z.number()),
  /** 0-100. */
  rating: z.nullable(z.number()),
})
export type Estimates = z.infer<typeof Estimates>
