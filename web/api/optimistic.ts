/** A change that a query shows before the server has confirmed it. */
import type { QueryClient } from '@tanstack/react-query'

interface OptimisticChange<T, R> {
  key: readonly [string]
  /** What the query shows from now on. */
  update: (shown: T) => T
  send: () => Promise<R>
}

/** Shows the change, sends it, and fetches the query again. If sending fails, it takes the change back and throws. */
export async function optimistically<T, R>(
  queryClient: QueryClient,
  { key, update, send }: OptimisticChange<T, R>,
): Promise<R> {
  await queryClient.cancelQueries({ queryKey: key })
  const before = queryClient.getQueryData<T>(key)
  queryClient.setQueryData<T>(key, (shown) => shown && update(shown))
  try {
    return await send()
  } catch (error) {
    queryClient.setQueryData(key, before)
    throw error
  } finally {
    await queryClient.invalidateQueries({ queryKey: key })
  }
}
