/** Server state: query defaults, keys derived from the route table, and the signed-in user. */
import { QueryClient, queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { type AnyRoute, getUser, type InputOf, USER_CACHE_MS, USER_STALE_MS, type User } from '#contracts'
import { addressOf, type BodyOf, call, request } from './call.ts'
import { CallError } from './call-error.ts'
import { withChanges } from './shown-changes.ts'

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: false,
        staleTime: 0,
        gcTime: 0,
        refetchInterval: false,
        refetchOnWindowFocus: false,
        refetchIntervalInBackground: false,
        // `navigator.onLine` is only a hint; the request itself finds out.
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}

/** The key of a query is its path and query string. */
export function keyOf<R extends AnyRoute>(route: R, input: InputOf<R>): readonly [string] {
  return [addressOf(route, input)]
}

/** Query options of a route: `useQuery({ ...queryOf(getBeer, { params: { id } }), enabled })`. */
export function queryOf<R extends AnyRoute>(route: R, input: InputOf<R>) {
  return queryOptions<BodyOf<R>, Error, BodyOf<R>, readonly [string]>({
    queryKey: keyOf(route, input),
    queryFn: async ({ client, queryKey, signal }) => {
      await afterTap()
      signal.throwIfAborted()
      const { body, isOutdated } = await request(route, input, { signal })
      const shown = client.getQueryData<BodyOf<R>>(queryKey)
      return isOutdated && shown !== undefined ? shown : withChanges(client, queryKey, body)
    },
  })
}

/** On a phone, starting the requests of a screen takes longer than drawing it: the tap that opens it is handled first. */
const afterTap = () => new Promise<void>((resolve) => setTimeout(resolve))

/** A route as a mutation. */
export function useCall<R extends AnyRoute>(route: R) {
  return useMutation<BodyOf<R>, Error, InputOf<R>>({ mutationFn: (input) => call(route, input) })
}

const userQuery = queryOptions<User | null>({
  queryKey: keyOf(getUser, {}),
  queryFn: async ({ signal }) => {
    try {
      return await call(getUser, {}, { signal })
    } catch (error) {
      if (error instanceof CallError && error.status === 401) return null
      throw error
    }
  },
  staleTime: USER_STALE_MS,
  gcTime: USER_CACHE_MS,
})

/** The signed-in user; `null` when no one is signed in. */
export function useUser() {
  return useQuery(userQuery)
}

/** The id of the signed-in user, for code outside of components; undefined when no one is signed in. */
export function signedInId(queryClient: QueryClient): number | undefined {
  return queryClient.getQueryData(userQuery.queryKey)?.id
}
