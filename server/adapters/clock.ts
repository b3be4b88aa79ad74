/** Time and timers. Injected, so that tests can let time pass without waiting. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
  /** Runs `then` once after `ms` milliseconds. The returned function cancels it. */
  after(ms: number, then: () => void): () => void
  /** Runs `then` every `ms` milliseconds until the returned function is called. */
  every(ms: number, then: () => void): () => void
}

export const systemClock: Clock = {
  now: Date.now,
  after(ms, then) {
    const timer = setTimeout(then, ms)
    return () => clearTimeout(timer)
  },
  every(ms, then) {
    const timer = setInterval(then, ms)
    return () => clearInterval(timer)
  },
}
