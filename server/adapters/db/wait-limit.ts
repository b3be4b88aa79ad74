/**
 * Limits how long a request waits for a free database connection: when the database is saturated, an early refusal is more use
 * than a late answer, and the queue stays short enough to recover. Jobs have no request and wait for as long as the pool allows.
 */
import { AsyncLocalStorage } from 'node:async_hooks'

/** For all statements of a request together. */
const REQUEST_WAIT_MAX_MS = 800

/** The wait that a request has left. */
export interface WaitAllowance {
  leftMs: number
}

/** No connection became free within the limit. The statement was not sent. */
export class DatabaseBusy extends Error {
  override name = 'DatabaseBusy'
}

const current = new AsyncLocalStorage<WaitAllowance>()

export const waitAllowance = (): WaitAllowance => ({ leftMs: REQUEST_WAIT_MAX_MS })

export function withLimitedWait<T>(allowance: WaitAllowance, work: () => T): T {
  return current.run(allowance, work)
}

/** For work that a request starts and that outlives it. */
export function withoutWaitLimit<T>(work: () => T): T {
  return current.exit(work)
}

/** Resolves with the connection; one that comes after the limit goes back to its pool. @throws DatabaseBusy */
export async function limitWait<C extends { release(): void }>(open: () => Promise<C>): Promise<C> {
  const allowance = current.getStore()
  if (!allowance) return await open()
  if (allowance.leftMs <= 0) throw new DatabaseBusy('this request has waited for connections long enough')
  const startedAt = performance.now()
  const opening = open()
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<never>((_, reject) => {
    const waited = allowance.leftMs
    timer = setTimeout(() => {
      opening.then(
        (late) => late.release(),
        () => {},
      )
      reject(new DatabaseBusy(`no connection became free within ${Math.round(waited)} ms`))
    }, waited)
  })
  try {
    return await Promise.race([opening, limit])
  } finally {
    clearTimeout(timer)
    allowance.leftMs -= performance.now() - startedAt
  }
}
