/** Sends what this device marked without a network. */
import type { QueryClient } from '@tanstack/react-query'
import { getBeer, listFavorites } from '#contracts'
import { userMessage } from '#web/api/call-error.ts'
import { keyOf } from '#web/api/queries.ts'
import type { Notice } from '#web/ui/toast.tsx'
import { favoriteQueue } from './favorite-queue.ts'
import { refreshJournal } from './journal.ts'
import { ratingQueue } from './rating-queue.ts'
import { tastingQueue } from './tasting-queue.ts'
import { t } from './texts.ts'

/** Says which rating the server refuses. Returns the way to stop. */
export function sendQueued(userId: number, queryClient: QueryClient, toast: (notice: Notice) => void): () => void {
  const stops = [
    favoriteQueue.sendWaiting(userId, () => {
      void queryClient.invalidateQueries({ queryKey: keyOf(listFavorites, {}) })
    }),
    tastingQueue.sendWaiting(userId, () => void refreshJournal(queryClient)),
    ratingQueue.sendWaiting(
      userId,
      () => {
        void refreshJournal(queryClient)
        void queryClient.invalidateQueries({ predicate: ({ queryKey: [address] }) => isOfBeer(String(address)) })
      },
      ({ name }, error) =>
        toast({ title: t('ratingQueue.refused', { name }), description: userMessage(error), tone: 'destructive' }),
    ),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

const isOfBeer = (address: string) => address.startsWith(getBeer.path.replace('{id}', ''))
