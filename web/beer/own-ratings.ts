/** The user's own ratings, out of the marks: the list of ratings has the whole beer of each. */
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { listMarks } from '#contracts'
import { queryOf, useUser } from '#web/api/queries.ts'
import { ratingQueue } from './rating-queue.ts'

/** By the id of the beer; empty until they have loaded. */
export function useOwnRatings(): ReadonlyMap<number, number> {
  const { data } = useQuery(queryOf(listMarks, {}))
  const queued = ratingQueue.useWaiting(useUser().data?.id)
  return useMemo(() => {
    const ratings = new Map(data?.map(({ beerId, ownRating }) => [beerId, ownRating]))
    for (const { beerId, rating } of data ? queued : []) ratings.set(beerId, rating)
    return new Map([...ratings].flatMap(([id, rating]) => (typeof rating === 'number' ? [[id, rating]] : [])))
  }, [data, queued])
}
