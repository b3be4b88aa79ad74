/** The user's own ratings that were given or removed without a network. */
import { z } from 'zod/mini'
import { type BeerDetails, rateBeer, unrateBeer } from '#contracts'
import { call } from '#web/api/call.ts'
import { changeQueue } from './change-queue.ts'

const Change = z.object({
  beerId: z.int(),
  name: z.string(),
  /** Null: removed. */
  rating: z.nullable(z.number()),
  /** Of a removed rating that is restored: when it was given. */
  ratedAt: z.optional(z.iso.datetime()),
  changedAt: z.iso.datetime(),
})
type RatingChange = z.infer<typeof Change>

export const ratingQueue = changeQueue({
  name: 'rating-queue',
  change: Change,
  idOf: ({ beerId }) => String(beerId),
  send({ beerId: id, rating, ratedAt, changedAt }) {
    const ageMs = Math.max(0, Date.now() - Date.parse(changedAt))
    return rating === null
      ? call(unrateBeer, { params: { id }, query: { ageMs } })
      : call(rateBeer, { params: { id }, body: { rating, ...(ratedAt !== undefined && { ratedAt }), ageMs } })
  },
})

/** The beer with the rating that waits. */
export function withQueuedRating<B extends BeerDetails>(beer: B, changes: readonly RatingChange[]): B {
  const change = changes.find(({ beerId }) => beerId === beer.id)
  return change ? { ...beer, ownRating: change.rating } : beer
}
