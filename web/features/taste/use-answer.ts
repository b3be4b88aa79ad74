/** Stores answers one after the other, at once on the screen, and back if the server refuses one. */
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { answerTasteCard, listTasteCards, type TasteAnswer, type TasteCard } from '#contracts'
import { call } from '#web/api/call.ts'
import { userMessage } from '#web/api/call-error.ts'
import { optimistically } from '#web/api/optimistic.ts'
import { keyOf } from '#web/api/queries.ts'
import { refreshTaste } from '#web/beer/for-you/for-you.tsx'
import { useToast } from '#web/ui/toast.tsx'
import { t } from './texts.ts'

export function useAnswer() {
  const queryClient = useQueryClient()
  const toast = useToast()
  const last = useRef<Promise<unknown>>(Promise.resolve())

  return async (beerId: number, answer: TasteAnswer): Promise<void> => {
    const send = () => call(answerTasteCard, { params: { beerId }, body: { answer } })
    await optimistically<TasteCard[], unknown>(queryClient, {
      key: keyOf(listTasteCards, {}),
      update: (cards) => cards.map((card) => (card.beer.id === beerId ? { ...card, answer } : card)),
      send() {
        last.current = last.current.then(send, send)
        return last.current
      },
      failed: (error) => toast({ title: t('answerFailed'), description: userMessage(error), tone: 'destructive' }),
      refresh: () => refreshTaste(queryClient),
    })
  }
}
