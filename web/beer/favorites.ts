/** Saves and removes favourites: optimistic, with undo, and queued without a network. */
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useRef, useState } from 'react'
import { addFavorite, type Beer, type Favorite, listFavorites, removeFavorite, UNDO_MS } from '#contracts'
import { call } from '#web/api/call.ts'
import { isUnanswered, userMessage } from '#web/api/call-error.ts'
import { optimistically } from '#web/api/optimistic.ts'
import { keyOf, useUser } from '#web/api/queries.ts'
import { type Notice, useToast } from '#web/ui/toast.tsx'
import { useFavorites } from './favorite-list.ts'
import { favoriteQueue } from './favorite-queue.ts'
import { t } from './texts.ts'

/** Selects the texts: the heart of a list, Save of a menu, or Save Beer of the beer page. */
export type FavoriteVariant = 'heart' | 'menu' | 'page'

export interface FavoriteToggle {
  isSaved: (beerId: number) => boolean
  /** For `aria-disabled`: a disabled button would lose the keyboard focus. */
  isBusy: (beerId: number) => boolean
  toggle: (beer: Beer) => Promise<void>
  /** Saves several beers and shows one toast, with the server's reason if it refuses any. Offers undo. */
  saveAll: (beers: readonly Beer[]) => Promise<void>
}

/** `queued`: stored on this device, to be sent later. */
type Outcome = { kind: 'sent' | 'queued' } | { kind: 'refused'; reason: string }

/** Updates the list optimistically and rolls back if the server refuses. A removal offers undo. */
export function useFavoriteToggle(variant: FavoriteVariant): FavoriteToggle {
  const favorites = useFavorites()
  const userId = useUser().data?.id
  const queryClient = useQueryClient()
  const toast = useToast()
  const [busy, setBusy] = useState<readonly number[]>([])
  /** Offers the undo of each removal of the last seconds. */
  const lastRemovals = useRef<readonly (() => void)[]>([])
  const saved = useMemo(() => new Set(favorites.data?.map((favorite) => favorite.beerId)), [favorites.data])

  /** `savedAt`: when it was saved, if not now. */
  const change = useCallback(
    async (beer: Beer, removing: boolean, savedAt?: string): Promise<Outcome> => {
      const changedAt = savedAt ?? new Date().toISOString()
      setBusy((before) => [...before, beer.id])
      let queued: Awaited<ReturnType<typeof favoriteQueue.takeBack>>
      const outcome = await optimistically<Favorite[], Outcome>(queryClient, {
        key: keyOf(listFavorites, {}),
        update: (list) => (removing ? without(list, beer) : withBeer(list, beer, changedAt)),
        async send() {
          // Sent after this one, the waiting change would undo it.
          if (userId !== undefined) queued = await favoriteQueue.takeBack(userId, String(beer.id))
          if (removing) await call(removeFavorite, { params: { beerId: beer.id } })
          else await call(addFavorite, { body: { beerId: beer.id, ...(savedAt && { favoritedAt: savedAt }) } })
          return { kind: 'sent' }
        },
        failed(error) {
          if (userId !== undefined && isUnanswered(error)) {
            favoriteQueue.put(userId, { beer, isRemoval: removing, changedAt })
            return { kind: 'queued' }
          }
          if (userId !== undefined && queued) favoriteQueue.put(userId, queued)
          return { kind: 'refused', reason: userMessage(error) }
        },
      })
      setBusy((list) => list.filter((id) => id !== beer.id))
      return outcome
    },
    [queryClient, userId],
  )

  const toggle = useCallback(
    async (beer: Beer) => {
      if (busy.includes(beer.id)) return
      const removing = saved.has(beer.id)
      const before = favorites.data?.find(({ beerId }) => beerId === beer.id)
      const outcome = await change(beer, removing)
      const notice = noticeOf(variant, removing, outcome)
      if (removing && outcome.kind !== 'refused') offerUndo()
      else toast(notice)

      function offerUndo(): void {
        toast({ ...notice, action: { label: t('favorites.undo'), run: () => void add() } })
        lastRemovals.current = [...lastRemovals.current.filter((offer) => offer !== offerUndo), offerUndo]
        setTimeout(forgetUndo, UNDO_MS)
      }

      function forgetUndo(): void {
        lastRemovals.current = lastRemovals.current.filter((offer) => offer !== offerUndo)
      }

      async function add(): Promise<void> {
        forgetUndo()
        const added = await change(beer, false, before?.favoritedAt)
        // Of several quick removals, only the last one shows its toast: the one before it can now be undone.
        const earlier = added.kind === 'refused' ? undefined : lastRemovals.current.at(-1)
        if (earlier) earlier()
        else toast(noticeOf(variant, false, added))
      }
    },
    [busy, change, favorites.data, saved, toast, variant],
  )

  const saveAll = useCallback(
    async (beers: readonly Beer[]) => {
      const added: Beer[] = []
      let count = 0
      let isQueued = false
      let reason: string | undefined
      for (const beer of beers) {
        const outcome = await change(beer, false)
        if (outcome.kind === 'refused') {
          reason = outcome.reason
          continue
        }
        count += 1
        if (outcome.kind === 'queued') isQueued = true
        if (!saved.has(beer.id)) added.push(beer)
      }
      const failed = beers.length - count
      const lines = [
        count > 0 && t('favorites.savedSome.description', { count }),
        failed > 0 && t('favorites.savedSome.failed', { count: failed }),
        reason,
        isQueued && t('favorites.queued'),
      ]
      const description = lines.filter(Boolean).join('\n')
      if (count === 0) toast({ title: t('favorites.error'), description })
      else {
        const undo = { label: t('favorites.undo'), run: () => void removeAgain() }
        toast({ title: t('favorites.savedSome.title'), description, action: undo })
      }

      // What was saved before stays.
      async function removeAgain(): Promise<void> {
        let refused: Outcome | undefined
        for (const beer of added) {
          const outcome = await change(beer, true)
          if (outcome.kind === 'refused') refused = outcome
        }
        if (refused) toast(noticeOf(variant, true, refused))
      }
    },
    [change, saved, toast, variant],
  )

  return { isSaved: (id) => saved.has(id), isBusy: (id) => busy.includes(id), toggle, saveAll }
}

function without(list: Favorite[], beer: Beer): Favorite[] {
  return list.filter((favorite) => favorite.beerId !== beer.id)
}

/** Optimistic entry with a temporary negative id. Newest first. */
function withBeer(list: Favorite[], beer: Beer, favoritedAt: string): Favorite[] {
  const added = { id: -beer.id, beerId: beer.id, beer, favoritedAt }
  return [added, ...without(list, beer)].sort((a, b) => b.favoritedAt.localeCompare(a.favoritedAt))
}

function noticeOf(variant: FavoriteVariant, removing: boolean, outcome: Outcome): Notice {
  if (outcome.kind === 'refused') return failure(variant, removing, outcome.reason)
  return { ...success(variant, removing), ...(outcome.kind === 'queued' && { description: t('favorites.queued') }) }
}

function success(variant: FavoriteVariant, removing: boolean) {
  if (variant === 'menu') return { title: removing ? t('favorites.removedFromMenu') : t('favorites.savedFromMenu') }
  if (variant === 'page' && !removing)
    return { title: t('favorites.saved.title'), description: t('favorites.saved.description') }
  return { title: removing ? t('favorites.removed') : t('favorites.added') }
}

function failure(variant: FavoriteVariant, removing: boolean, reason: string) {
  const title = t('favorites.error')
  if (!removing)
    return {
      title,
      description: `${variant === 'heart' ? t('favorites.addFailed') : t('favorites.saveFailed')}. ${reason}`,
    }
  if (variant === 'menu') return { title, description: `${t('favorites.removeFailed')}. ${reason}` }
  const failed = variant === 'heart' ? t('favorites.removeFromFavoritesFailed') : t('favorites.removeFavoriteFailed')
  return { title, description: `${failed}. ${reason}`, tone: 'destructive' as const }
}
