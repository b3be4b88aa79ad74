/**
 * Accepts connections before anything else begins. Node accepts one in each turn of the event loop (libuv since 1.45), and under overload turns are
 * long: of 600 clients that connected at once, the last waited five seconds until it could be refused.
 */

/** Work is held for so long at most, and not again for four times as long: a flood of connections costs a fifth of the time. */
const HOLD_MAX_MS = 100
const REST_MS = 400

export interface ConnectionsFirst {
  /** Call for each connection that was accepted. */
  accepted(): void
  /** Begins work at once, or after the first turn in which no connection was accepted. */
  begin(work: () => void): void
}

export function connectionsFirst(): ConnectionsFirst {
  let waiting: (() => void)[] = []
  let isHolding = false
  let restsUntil = 0
  let hasAccepted = false

  function turn(since: number) {
    const now = performance.now()
    if (hasAccepted && now - since < HOLD_MAX_MS) {
      hasAccepted = false
      setImmediate(turn, since)
      return
    }
    if (hasAccepted) restsUntil = now + REST_MS
    isHolding = false
    const ready = waiting
    waiting = []
    for (const begin of ready) begin()
  }

  return {
    accepted() {
      hasAccepted = true
      const now = performance.now()
      if (isHolding || now < restsUntil) return
      isHolding = true
      setImmediate(turn, now)
    },
    begin(work) {
      if (isHolding) waiting.push(work)
      else work()
    },
  }
}
