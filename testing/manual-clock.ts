/** A clock for tests: it stands still until it is told to go on. */
import type { Clock } from '#server/jobs/clock.ts'

export interface ManualClock extends Clock {
  /** Lets the time pass; whatever falls due runs at its moment, in order. */
  advance(ms: number): void
}

interface Timer {
  at: number
  then: () => void
}

export function manualClock(start = Date.UTC(2026, 4, 1, 18)): ManualClock {
  let time = start
  const timers = new Set<Timer>()

  const add = (at: number, then: () => void): Timer => {
    const timer = { at, then }
    timers.add(timer)
    return timer
  }

  return {
    now: () => time,
    after(ms, then) {
      const timer = add(time + ms, then)
      return () => timers.delete(timer)
    },
    every(ms, then) {
      let timer = add(time + ms, tick)
      function tick() {
        timer = add(time + ms, tick)
        then()
      }
      return () => timers.delete(timer)
    },
    advance(ms) {
      const until = time + ms
      for (let next = firstDue(); next; next = firstDue()) {
        timers.delete(next)
        time = next.at
        next.then()
      }
      time = until

      function firstDue() {
        const due = [...timers].filter(({ at }) => at <= until)
        return due.reduce<Timer | undefined>(
          (first, timer) => (first && first.at <= timer.at ? first : timer),
          undefined,
        )
      }
    },
  }
}
