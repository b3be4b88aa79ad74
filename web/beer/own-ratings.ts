/** The user's own ratings, out of the marks: the list of ratings has the whole beer of each. */
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { listMarks } from '#contracts'
import { queryOf } from '#web/api/queries.ts'

/** By the id of the beer; empty until they have loaded. */
export function useOwnRatings(): ReadonlyMap<number, number> {
  const { data } = useQuery(queryOf(listMarks, {}))
  return useMemo(
    () =>
      new Map(data?.flatMap(({ beerId, ownRating }) => (typeof ownRating === 'number' ? [[beerId, ownRating]] : []))),
    [data],
  )
}
