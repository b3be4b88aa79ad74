/** A change that a query shows before the server has confirmed it. */
import type { QueryClient } from '@tanstack/react-query'
import { showChange } from './shown-changes.ts'

interface OptimisticChange<T, R> {
  key: readonly [string]
  /** What the query shows from now on. Run again on an answer of the server that may hold the change already. */
  update: (shown: T) => T
  send: () => Promise<R>
  /** What becomes of a failure, once the change was taken back. Absent: it is thrown. */
  failed?: (error: unknown) => R
  /** Fetches again what shows the change; absent: this query. */
  refresh?: () => Promise<unknown>
}

/** Shows the change and sends it; takes it back if that fails. Does not wait for the queries that it refreshes. */
export async function optimistically<T, R>(
  queryClient: QueryClient,
  { key, update, send, failed, refresh }: OptimisticChange<T, R>,
): Promise<R> {
  await queryClient.cancelQueries({ queryKey: key })
  const end = showChange(queryClient, key, update)
  try {
    const sent = await send()
    end(true)
    return sent
  } catch (error) {
    end(false)
    if (!failed) throw error
    return failed(error)
  } finally {
    void (refresh ? refresh() : queryClient.invalidateQueries({ queryKey: key }))
  }
}
