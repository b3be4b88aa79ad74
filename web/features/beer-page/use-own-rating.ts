/** The user's own rating of a beer, optimistic with rollback, undo after removing it, and queued without a network. */
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type BeerDetails, getBeer, rateBeer, unrateBeer } from '#contracts'
import { call } from '#web/api/call.ts'
import { isUnanswered, userMessage } from '#web/api/call-error.ts'
import { keyOf, useUser } from '#web/api/queries.ts'
import { refreshJournal } from '#web/beer/journal.ts'
import { ratingQueue } from '#web/beer/rating-queue.ts'
import { t as beerText } from '#web/beer/texts.ts'
import { useToast } from '#web/ui/toast.tsx'
import { t } from './texts.ts'

export interface OwnRatingActions {
  isBusy: boolean
  /** Returns whether the rating is stored, here or on the server. A toast reports a failure. */
  rate: (rating: number) => Promise<boolean>
  remove: () => Promise<void>
}

type Waiting = Awaited<ReturnType<typeof ratingQueue.takeBack>>

interface Change<B> {
  rating: number | null
  /** Of a removed rating that is restored. */
  ratedAt?: string | undefined
  send: () => Promise<B>
  failed: string
}

/** `before`: what waited until this change took its place. */
type Outcome<B> = { kind: 'sent'; beer: B } | { kind: 'queued'; before: Waiting }

export function useOwnRating({
  id,
  name,
  ownRating,
}: Pick<BeerDetails, 'id' | 'name' | 'ownRating'>): OwnRatingActions {
  const queryClient = useQueryClient()
  const userId = useUser().data?.id
  const toast = useToast()
  const [isBusy, setBusy] = useState(false)
  const key = keyOf(getBeer, { params: { id } })
  const queueId = String(id)

  /** The overall rating stays until the server has recomputed it. Returns undefined if the call failed. */
  async function change<B extends BeerDetails>(made: Change<B>): Promise<Outcome<B> | undefined> {
    const { rating, ratedAt, send, failed } = made
    const changedAt = new Date().toISOString()
    setBusy(true)
    await queryClient.cancelQueries({ queryKey: key })
    const shown = queryClient.getQueryData<BeerDetails>(key)
    queryClient.setQueryData<BeerDetails>(key, (beer) => beer && { ...beer, ownRating: rating })
    // Sent after this one, the waiting change would undo it.
    const before = userId === undefined ? undefined : await ratingQueue.takeBack(userId, queueId)
    try {
      const beer = await send()
      queryClient.setQueryData<BeerDetails>(key, beer)
      // Another tab or device may have rated it while this answer was on its way.
      void queryClient.invalidateQueries({ queryKey: key })
      await refreshJournal(queryClient)
      return { kind: 'sent', beer }
    } catch (error) {
      const isQueued = userId !== undefined && isUnanswered(error)
      if (isQueued) {
        const queued = { beerId: id, name, rating, ...(ratedAt !== undefined && { ratedAt }), changedAt }
        ratingQueue.put(userId, queued, error)
      } else {
        if (userId !== undefined && before) ratingQueue.put(userId, before)
        toast({ title: t('error'), description: `${failed}. ${userMessage(error)}`, tone: 'destructive' })
      }
      queryClient.setQueryData(key, shown)
      return isQueued ? { kind: 'queued', before } : undefined
    } finally {
      setBusy(false)
    }
  }

  /** `ratedAt` restores a removed rating. */
  async function rate(rating: number, ratedAt?: string): Promise<boolean> {
    const body = { rating, ...(ratedAt !== undefined && { ratedAt }) }
    const send = () => call(rateBeer, { params: { id }, body })
    const outcome = await change({ rating, ratedAt, send, failed: t('rateFailed') })
    if (outcome?.kind === 'queued') toast({ title: beerText('favorites.queued') })
    return outcome !== undefined
  }

  async function remove(): Promise<void> {
    const removed = ownRating
    if (removed === null) return
    const send = () => call(unrateBeer, { params: { id } })
    const outcome = await change({ rating: null, send, failed: t('unrateFailed') })
    if (!outcome) return
    const title = t('unrated')
    if (outcome.kind === 'sent') {
      const { ratedAt } = outcome.beer
      toast({ title, action: { label: t('undo'), run: () => void rate(removed, ratedAt) } })
    } else {
      const action = { label: t('undo'), run: () => void takeBack(removed, outcome.before) }
      toast({ title, description: beerText('favorites.queued'), action })
    }
  }

  /** A removal that was sent meanwhile, or may have been, is undone by rating again. */
  async function takeBack(removed: number, before: Waiting): Promise<void> {
    const waiting = userId === undefined ? undefined : await ratingQueue.takeBack(userId, queueId)
    if (userId === undefined || !waiting || ratingQueue.mayHaveArrived(userId, waiting)) await rate(removed)
    else if (before) ratingQueue.put(userId, before)
  }

  return { isBusy, rate, remove }
}
