/** The user's own rating of a beer: shown at once, taken back when the server refuses, with a way back after a removal. */
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type BeerDetails, getBeer, listHad, rateBeer, unrateBeer } from '#contracts'
import { call } from '#web/api/call.ts'
import { saidBy } from '#web/api/call-error.ts'
import { keyOf } from '#web/api/queries.ts'
import { useToast } from '#web/ui/toast.tsx'
import { TEXTS } from './texts.ts'

export interface OwnRatingActions {
  isBusy: boolean
  /** Answers whether the server agreed; a refusal is said here. */
  rate: (rating: number) => Promise<boolean>
  remove: () => Promise<void>
}

export function useOwnRating({ id, ownRating }: Pick<BeerDetails, 'id' | 'ownRating'>): OwnRatingActions {
  const queryClient = useQueryClient()
  const toast = useToast()
  const [isBusy, setBusy] = useState(false)
  const key = keyOf(getBeer, { params: { id } })

  /** The beer's rating stays as it is until the server has computed the next one. */
  async function change(rating: number | null, failed: string): Promise<boolean> {
    setBusy(true)
    await queryClient.cancelQueries({ queryKey: key })
    const before = queryClient.getQueryData<BeerDetails>(key)
    queryClient.setQueryData<BeerDetails>(key, (beer) => beer && { ...beer, ownRating: rating })
    try {
      const params = { id }
      const beer =
        rating === null ? await call(unrateBeer, { params }) : await call(rateBeer, { params, body: { rating } })
      queryClient.setQueryData<BeerDetails>(key, beer)
      await queryClient.invalidateQueries({ queryKey: keyOf(listHad, {}) })
      return true
    } catch (error) {
      queryClient.setQueryData(key, before)
      toast({ title: TEXTS.error, description: `${failed}. ${saidBy(error)}`, tone: 'destructive' })
      return false
    } finally {
      setBusy(false)
    }
  }

  const rate = (rating: number) => change(rating, TEXTS.rateFailed)

  async function remove(): Promise<void> {
    const before = ownRating
    if (before === null || !(await change(null, TEXTS.unrateFailed))) return
    toast({ title: TEXTS.unrated, action: { label: TEXTS.undo, run: () => void rate(before) } })
  }

  return { isBusy, rate, remove }
}
