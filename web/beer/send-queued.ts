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
  const favorites = favoriteQueue.sendWaiting(userId, {
    onSent: () => void queryClient.invalidateQueries({ queryKey: keyOf(listFavorites, {}) }),
  })
  const tastings = tastingQueue.sendWaiting(userId, { onSent: () => void refreshJournal(queryClient) })
  const ratings = ratingQueue.sendWaiting(userId, {
    // The server notes a rating at the journal entry of that night, which may still wait.
    after: tastings.now,
    onSent() {
      void refreshJournal(queryClient)
      void queryClient.invalidateQueries({ predicate: ({ queryKey: [address] }) => isOfBeer(String(address)) })
    },
    onRefused: ({ name }, error) =>
      toast({ title: t('ratingQueue.refused', { name }), description: userMessage(error), tone: 'destructive' }),
  })
  return () => {
    for (const sending of [favorites, tastings, ratings]) sending.stop()
  }
}

const isOfBeer = (address: string) => address.startsWith(getBeer.path.replace('{id}', ''))
