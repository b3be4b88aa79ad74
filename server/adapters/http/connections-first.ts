/**
 * Accepts connections before requests begin. Node accepts one in each turn of the event loop (libuv since 1.45), and under overload turns are long: of
 * 600 clients that connected at once, some waited five seconds until they could be refused.
 */

/** For a flood of connections. */
const HOLD_MAX_MS = 400

export interface ConnectionsFirst {
  /** Call for each connection that was accepted. */
  accepted(): void
  /** Begins work at once, or after the first turn in which no connection was accepted. */
  begin(work: () => void): void
}

export function connectionsFirst(): ConnectionsFirst {
  let waiting: (() => void)[] = []
  let heldSince: number | undefined
  let hasAccepted = false

  function turn() {
    if (heldSince !== undefined && hasAccepted && performance.now() - heldSince < HOLD_MAX_MS) {
      hasAccepted = false
      setImmediate(turn)
      return
    }
    heldSince = undefined
    const ready = waiting
    waiting = []
    for (const begin of ready) begin()
  }

  return {
    accepted() {
      hasAccepted = true
      if (heldSince !== undefined) return
      heldSince = performance.now()
      setImmediate(turn)
    },
    begin(work) {
      if (heldSince === undefined) work()
      else waiting.push(work)
    },
  }
}
