/** Stores answers one after the other, at once on the screen, and back if the server refuses one. */
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { answerTasteCard, listTasteCards, type TasteAnswer, type TasteCard } from '#contracts'
import { call } from '#web/api/call.ts'
import { userMessage } from '#web/api/call-error.ts'
import { keyOf } from '#web/api/queries.ts'
import { refreshTaste } from '#web/beer/for-you/for-you.tsx'
import { useToast } from '#web/ui/toast.tsx'
import { t } from './texts.ts'

const CARDS = keyOf(listTasteCards, {})

export function useAnswer() {
  const queryClient = useQueryClient()
  const toast = useToast()
  const last = useRef<Promise<void>>(Promise.resolve())

  function show(beerId: number, answer: TasteAnswer | null): void {
    queryClient.setQueryData<TasteCard[]>(CARDS, (cards) =>
      cards?.map((card) => (card.beer.id === beerId ? { ...card, answer } : card)),
    )
  }

  return (beerId: number, answer: TasteAnswer): Promise<void> => {
    const before = queryClient.getQueryData<TasteCard[]>(CARDS)?.find(({ beer }) => beer.id === beerId)?.answer ?? null
    show(beerId, answer)
    last.current = last.current.then(async () => {
      try {
        await call(answerTasteCard, { params: { beerId }, body: { answer } })
        await refreshTaste(queryClient)
      } catch (error) {
        show(beerId, before)
        toast({ title: t('answerFailed'), description: userMessage(error), tone: 'destructive' })
      }
    })
    return last.current
  }
}
