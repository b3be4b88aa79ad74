/** Time as the jobs see it. Injected, so that a test lets a minute pass without waiting for it. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
  /** Runs `then` once, so many milliseconds from now; the returned function calls it off. */
  after(ms: number, then: () => void): () => void
  /** Runs `then` every so many milliseconds until the returned function is called. */
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
