/**
 * The order in which statements and transactions get a connection of the pool. A request that has begun comes before one that has not: under
 * overload a new request is refused before it cost anything, rather than every request after half of its statements. Work that
 * nobody waits for comes last.
 */
import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * How long after a request arrived its first statement may begin: refusals are on their way within a second, also on a busy machine. Jobs have no
 * request and wait for as long as the pool allows.
 */
const REQUEST_WAIT_MAX_MS = 700
/**
 * For each place: a request that only so many precede at that time waits on as long as places become free, however slow the machine is.
 */
const SOON = 4
/** Work in the background lets requests go first for this long, so that it goes on under overload. */
const YIELD_MAX_MS = 2_000

/** No place became free within the limit. The statement was not sent. */
export class DatabaseBusy extends Error {
  override name = 'DatabaseBusy'
}

export interface RequestState {
  hasBegun: boolean
  /** When it arrived, in milliseconds of `performance.now()`. */
  since: number
}

const current = new AsyncLocalStorage<RequestState | 'background'>()

/** The state of a request that this server makes to itself is that of the request which needs its answer. */
export function newRequest(): RequestState {
  const caller = current.getStore()
  return typeof caller === 'object' ? caller : { hasBegun: false, since: performance.now() }
}

export function inRequest<T>(state: RequestState, work: () => T): T {
  return current.run(state, work)
}

/** For work that a request starts and that outlives it. */
export function outsideRequest<T>(work: () => T): T {
  return current.exit(work)
}

/** For work that nobody waits for. */
export function inBackground<T>(work: () => T): T {
  return current.run('background', work)
}

interface Waiting {
  go(): void
  places: number
  since: number
}

export interface ConnectionQueue {
  /** Resolves when these places are taken, all at once. @throws DatabaseBusy */
  enter(places: number): Promise<void>
  /** How many wait. */
  readonly length: number
  /** Call once for each `enter`, when its places are free again. */
  leave(places: number): void
  /** Freed places are handed out only in this callback. */
  paceBy(begin: Begin): void
}

/** Calls back once, now or later. */
export type Begin = (work: () => void) => void

/**
 * @param places how many statements may be on their way at the same time, on all connections
 * @param onEntered receives how many milliseconds each `enter` that resolves has waited
 */
export function connectionQueue(
  places: number,
  maxMs: number,
  onEntered: (ms: number) => void = () => {},
): ConnectionQueue {
  let free = places
  const begun = new Set<Waiting>()
  const fresh = new Set<Waiting>()
  const background = new Set<Waiting>()
  let begin: Begin = (work) => work()
  let becameFreeAt = Number.NEGATIVE_INFINITY

  const isSoonNext = (waiting: Waiting) => [...begun, ...fresh].slice(0, places * SOON).includes(waiting)

  function waitIn(queue: Set<Waiting>, wanted: number, limitMs: number): Promise<void> {
    return new Promise((resolve, reject) => {
      let isSoon: boolean | undefined
      const refuse = () => {
        const leftMs = becameFreeAt + REQUEST_WAIT_MAX_MS - performance.now()
        if (queue === fresh && leftMs > 0) {
          // Those that have begun may come before it later, but not for long: it is not refused for them.
          isSoon ??= isSoonNext(waiting)
          if (isSoon) {
            timer = setTimeout(refuse, leftMs)
            return
          }
        }
        queue.delete(waiting)
        reject(new DatabaseBusy(`the database had no time for it within ${Math.round(limitMs)} ms`))
      }
      let timer = setTimeout(refuse, limitMs)
      const go = () => {
        clearTimeout(timer)
        queue.delete(waiting)
        free -= wanted
        onEntered(performance.now() - waiting.since)
        resolve()
      }
      const waiting = { go, places: wanted, since: performance.now() }
      queue.add(waiting)
    })
  }

  function next(): Waiting | undefined {
    const [[first], [request], [job]] = [begun, fresh, background]
    if (first) return first
    const hasYielded = job && performance.now() - job.since > YIELD_MAX_MS
    return hasYielded ? job : (request ?? job)
  }

  function give() {
    for (let first = next(); first && first.places <= free; first = next()) first.go()
  }

  const waitingCount = () => begun.size + fresh.size + background.size

  return {
    get length() {
      return waitingCount()
    },
    async enter(wanted) {
      const state = current.getStore()
      const isBackground = state === 'background'
      const isFresh = typeof state === 'object' && !state.hasBegun
      // What waits for many places is not overtaken by what needs few.
      if (free >= wanted && waitingCount() === 0) {
        free -= wanted
        onEntered(0)
      } else if (isFresh) await waitIn(fresh, wanted, state.since + REQUEST_WAIT_MAX_MS - performance.now())
      else await waitIn(isBackground ? background : begun, wanted, maxMs)
      if (isFresh) state.hasBegun = true
    },
    leave(left) {
      becameFreeAt = performance.now()
      free += left
      begin(give)
    },
    paceBy(pace) {
      begin = pace
    },
  }
}
