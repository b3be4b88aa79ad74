/**
 * The order in which statements get a connection of the pool. A request that has begun comes before one that has not: under
 * overload a new request is refused before it cost anything, rather than every request after half of its statements.
 */
import { AsyncLocalStorage } from 'node:async_hooks'

/** How long the first statement of a request waits. Jobs have no request and wait for as long as the pool allows. */
const REQUEST_WAIT_MAX_MS = 800

/** No connection became free within the limit. The statement was not sent. */
export class DatabaseBusy extends Error {
  override name = 'DatabaseBusy'
}

export interface RequestState {
  hasBegun: boolean
}

const request = new AsyncLocalStorage<RequestState>()

export const newRequest = (): RequestState => ({ hasBegun: false })

export function inRequest<T>(state: RequestState, work: () => T): T {
  return request.run(state, work)
}

/** For work that a request starts and that outlives it. */
export function outsideRequest<T>(work: () => T): T {
  return request.exit(work)
}

export interface ConnectionQueue {
  /** Resolves when a connection may be taken. @throws DatabaseBusy */
  enter(): Promise<void>
  /** How many wait. */
  readonly length: number
  /** Call once for each `enter`, when the connection is free again. */
  leave(): void
}

export function connectionQueue(connections: number, maxMs: number): ConnectionQueue {
  let free = connections
  const begun = new Set<() => void>()
  const fresh = new Set<() => void>()

  function waitIn(queue: Set<() => void>, limitMs: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        queue.delete(go)
        reject(new DatabaseBusy(`no connection became free within ${limitMs} ms`))
      }, limitMs)
      const go = () => {
        clearTimeout(timer)
        queue.delete(go)
        resolve()
      }
      queue.add(go)
    })
  }

  return {
    get length() {
      return begun.size + fresh.size
    },
    async enter() {
      const state = request.getStore()
      const isFresh = state !== undefined && !state.hasBegun
      if (free > 0) free -= 1
      else await waitIn(isFresh ? fresh : begun, isFresh ? REQUEST_WAIT_MAX_MS : maxMs)
      if (state) state.hasBegun = true
    },
    leave() {
      const [next] = begun.size > 0 ? begun : fresh
      if (next) next()
      else free += 1
    },
  }
}
