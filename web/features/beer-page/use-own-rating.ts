/** The user's own rating of a beer, optimistic with rollback, and undo after removing it. */
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type BeerDetails, getBeer, rateBeer, unrateBeer } from '#contracts'
import { call } from '#web/api/call.ts'
import { userMessage } from '#web/api/call-error.ts'
import { keyOf } from '#web/api/queries.ts'
import { refreshJournal } from '#web/beer/journal.ts'
import { useToast } from '#web/ui/toast.tsx'
import { t } from './texts.ts'

export interface OwnRatingActions {
  isBusy: boolean
  /** Returns whether the call succeeded. A toast reports a failure. */
  rate: (rating: number) => Promise<boolean>
  remove: () => Promise<void>
}

export function useOwnRating({ id, ownRating }: Pick<BeerDetails, 'id' | 'ownRating'>): OwnRatingActions {
  const queryClient = useQueryClient()
  const toast = useToast()
  const [isBusy, setBusy] = useState(false)
  const key = keyOf(getBeer, { params: { id } })

  /** The overall rating stays until the server has recomputed it. Returns undefined if the call failed. */
  async function change<B extends BeerDetails>(
    rating: number | null,
    send: () => Promise<B>,
    failed: string,
  ): Promise<B | undefined> {
    setBusy(true)
    await queryClient.cancelQueries({ queryKey: key })
    const before = queryClient.getQueryData<BeerDetails>(key)
    queryClient.setQueryData<BeerDetails>(key, (beer) => beer && { ...beer, ownRating: rating })
    try {
      const beer = await send()
      queryClient.setQueryData<BeerDetails>(key, beer)
      await refreshJournal(queryClient)
      return beer
    } catch (error) {
      queryClient.setQueryData(key, before)
      toast({ title: t('error'), description: `${failed}. ${userMessage(error)}`, tone: 'destructive' })
      return undefined
    } finally {
      setBusy(false)
    }
  }

  /** `ratedAt` restores a removed rating. */
  async function rate(rating: number, ratedAt?: string): Promise<boolean> {
    const body = { rating, ...(ratedAt !== undefined && { ratedAt }) }
    const send = () => call(rateBeer, { params: { id }, body })
    return (await change(rating, send, t('rateFailed'))) !== undefined
  }

  async function remove(): Promise<void> {
    const before = ownRating
    if (before === null) return
    const removed = await change(null, () => call(unrateBeer, { params: { id } }), t('unrateFailed'))
    if (!removed) return
    toast({ title: t('unrated'), action: { label: t('undo'), run: () => void rate(before, removed.ratedAt) } })
  }

  return { isBusy, rate, remove }
}
