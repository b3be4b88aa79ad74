/** Sends what this device marked without a network. */
import type { QueryClient } from '@tanstack/react-query'
import { getBeer, listFavorites } from '#contracts'
import { type CallError, userMessage } from '#web/api/call-error.ts'
import { keyOf } from '#web/api/queries.ts'
import type { Notice } from '#web/ui/toast.tsx'
import { favoriteQueue } from './favorite-queue.ts'
import { refreshJournal } from './journal.ts'
import { ratingQueue } from './rating-queue.ts'
import { tastingQueue } from './tasting-queue.ts'
import { t } from './texts.ts'

/** Says what the server refuses; a removal that it refuses has nothing left to remove. Returns the way to stop. */
export function sendQueued(userId: number, queryClient: QueryClient, toast: (notice: Notice) => void): () => void {
  const refused = (title: string, error: CallError) =>
    toast({ title, description: userMessage(error), tone: 'destructive' })
  const favorites = favoriteQueue.sendWaiting(userId, {
    onSent: () => void queryClient.invalidateQueries({ queryKey: keyOf(listFavorites, {}) }),
    onRefused({ beer: { name }, isRemoval }, error) {
      if (!isRemoval) refused(t('favoriteQueue.refused', { name }), error)
    },
  })
  const tastings = tastingQueue.sendWaiting(userId, {
    onSent: () => void refreshJournal(queryClient),
    onRefused(change, error) {
      const { name } = change.beer
      if (change.kind === 'want' && change.isWanted) refused(t('tastingQueue.wantRefused', { name }), error)
      else if (change.kind === 'had' && !change.isUndone) refused(t('tastingQueue.hadRefused', { name }), error)
    },
  })
  const ratings = ratingQueue.sendWaiting(userId, {
    // The server notes a rating at the journal entry of that night, which may still wait.
    after: tastings.now,
    isHeld: ({ beerId }) => tastingQueue.waiting(userId).some(({ kind, beer }) => kind === 'had' && beer.id === beerId),
    onSent() {
      void refreshJournal(queryClient)
      void queryClient.invalidateQueries({ predicate: ({ queryKey: [address] }) => isOfBeer(String(address)) })
    },
    onRefused({ name, rating }, error) {
      if (rating !== null) refused(t('ratingQueue.refused', { name }), error)
    },
  })
  return () => {
    for (const sending of [favorites, tastings, ratings]) sending.stop()
  }
}

const isOfBeer = (address: string) => address.startsWith(getBeer.path.replace('{id}', ''))
