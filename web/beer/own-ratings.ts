/** The user's own ratings. */
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { listRatings } from '#contracts'
import { queryOf } from '#web/api/queries.ts'

/** By the id of the beer; empty until they have loaded. */
export function useOwnRatings(): ReadonlyMap<number, number> {
  const { data } = useQuery(queryOf(listRatings, {}))
  return useMemo(() => new Map(data?.map(({ beerId, rating }) => [beerId, rating])), [data])
}
