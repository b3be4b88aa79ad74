/** A clock for tests that only moves when a test advances it. */
import type { Clock } from '#server/adapters/clock.ts'

export interface ManualClock extends Clock {
  /** Moves the time forward and runs each timer that falls due, in order and at its own time. */
  advance(ms: number): void
}

interface Timer {
  at: number
  callback: () => void
}

export function manualClock(start = Date.UTC(2026, 4, 1, 18)): ManualClock {
  let time = start
  const timers = new Set<Timer>()

  const add = (at: number, callback: () => void): Timer => {
    const timer = { at, callback }
    timers.add(timer)
    return timer
  }

  return {
    now: () => time,
    after(ms, callback) {
      const timer = add(time + ms, callback)
      return () => timers.delete(timer)
    },
    every(ms, callback) {
      let timer = add(time + ms, tick)
      function tick() {
        timer = add(time + ms, tick)
        callback()
      }
      return () => timers.delete(timer)
    },
    advance(ms) {
      const until = time + ms
      for (let next = firstDue(); next; next = firstDue()) {
        timers.delete(next)
        time = next.at
        next.callback()
      }
      time = until

      function firstDue() {
        const due = [...timers].filter(({ at }) => at <= until)
        return due.reduce<Timer | undefined>(
          (earliest, timer) => (earliest && earliest.at <= timer.at ? earliest : timer),
          undefined,
        )
      }
    },
  }
}
