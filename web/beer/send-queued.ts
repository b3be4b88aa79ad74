/** Sends what this device marked without a network. */
import type { QueryClient } from '@tanstack/react-query'
import { listFavorites } from '#contracts'
import { keyOf } from '#web/api/queries.ts'
import { favoriteQueue } from './favorite-queue.ts'
import { refreshJournal } from './journal.ts'
import { tastingQueue } from './tasting-queue.ts'

/** Returns the way to stop. */
export function sendQueued(userId: number, queryClient: QueryClient): () => void {
  const stops = [
    favoriteQueue.sendWaiting(userId, () => {
      void queryClient.invalidateQueries({ queryKey: keyOf(listFavorites, {}) })
    }),
    tastingQueue.sendWaiting(userId, () => void refreshJournal(queryClient)),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
