import type { FastifyRateLimitStore } from '@fastify/rate-limit'

/** Of each limit. The one that was counted longest ago is forgotten first. */
const KEYS_MAX = 5_000

type Callback = Parameters<FastifyRateLimitStore['incr']>[1]

/**
 * Counts calls by a clock that nobody sets. By the time of day, a limit that was used up would stay so for as long as the clock was set
 * back.
 */
export class RateLimitStore implements FastifyRateLimitStore {
  private readonly windows = new Map<string, { current: number; endsAt: number }>()

  incr(key: string, callback: Callback, timeWindow: number): void {
    const now = performance.now()
    const running = this.running(key, now)
    const current = (running?.current ?? 0) + 1
    const endsAt = running?.endsAt ?? now + timeWindow
    this.windows.delete(key)
    this.windows.set(key, { current, endsAt })
    for (const oldest of this.windows.keys()) {
      if (this.windows.size <= KEYS_MAX) break
      this.windows.delete(oldest)
    }
    callback(null, { current, ttl: endsAt - now })
  }

  /** Counts nothing. */
  read(key: string, callback: Callback): void {
    const now = performance.now()
    const running = this.running(key, now)
    callback(null, running ? { current: running.current, ttl: running.endsAt - now } : { current: 0, ttl: 0 })
  }

  /** Of another limit. */
  child(): RateLimitStore {
    return new RateLimitStore()
  }

  private running(key: string, now: number) {
    const window = this.windows.get(key)
    return window && window.endsAt > now ? window : undefined
  }
}
