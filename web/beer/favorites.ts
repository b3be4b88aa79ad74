/** Saves and removes favourites: optimistic, with undo, and queued without a network. */
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { addFavorite, type Beer, type Favorite, listFavorites, removeFavorite } from '#contracts'
import { call } from '#web/api/call.ts'
import { isUnanswered, userMessage } from '#web/api/call-error.ts'
import { optimistically } from '#web/api/optimistic.ts'
import { keyOf, useUser } from '#web/api/queries.ts'
import { useToast } from '#web/ui/toast.tsx'
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
  /** Saves several beers and shows one toast, which offers undo. */
  saveAll: (beers: readonly Beer[]) => Promise<void>
}

/** Updates the list optimistically and rolls back if the server refuses. A removal offers undo. */
export function useFavoriteToggle(variant: FavoriteVariant): FavoriteToggle {
  const favorites = useFavorites()
  const userId = useUser().data?.id
  const queryClient = useQueryClient()
  const toast = useToast()
  const [busy, setBusy] = useState<readonly number[]>([])
  const saved = useMemo(() => new Set(favorites.data?.map((favorite) => favorite.beerId)), [favorites.data])

  /** `savedAt`: when it was saved, if not now. Returns undefined if the server refused, which a toast has reported. */
  const change = useCallback(
    async (beer: Beer, removing: boolean, savedAt?: string): Promise<'sent' | 'queued' | undefined> => {
      const changedAt = savedAt ?? new Date().toISOString()
      setBusy((before) => [...before, beer.id])
      let queued: Awaited<ReturnType<typeof favoriteQueue.takeBack>>
      const how = await optimistically<Favorite[], 'sent' | 'queued' | undefined>(queryClient, {
        key: keyOf(listFavorites, {}),
        update: (list) => (removing ? without(list, beer) : withBeer(list, beer, changedAt)),
        async send() {
          // Sent after this one, the waiting change would undo it.
          if (userId !== undefined) queued = await favoriteQueue.takeBack(userId, String(beer.id))
          if (removing) await call(removeFavorite, { params: { beerId: beer.id } })
          else await call(addFavorite, { body: { beerId: beer.id, ...(savedAt && { favoritedAt: savedAt }) } })
          return 'sent'
        },
        failed(error) {
          if (userId !== undefined && isUnanswered(error)) {
            favoriteQueue.put(userId, { beer, isRemoval: removing, changedAt })
            return 'queued'
          }
          if (userId !== undefined && queued) favoriteQueue.put(userId, queued)
          toast(failure(variant, removing, userMessage(error)))
          return undefined
        },
      })
      setBusy((list) => list.filter((id) => id !== beer.id))
      return how
    },
    [queryClient, toast, userId, variant],
  )

  const toggle = useCallback(
    async (beer: Beer) => {
      if (busy.includes(beer.id)) return
      const removing = saved.has(beer.id)
      const before = favorites.data?.find(({ beerId }) => beerId === beer.id)
      const how = await change(beer, removing)
      if (!how) return
      const notice = { ...success(variant, removing), ...(how === 'queued' && { description: t('favorites.queued') }) }
      toast(removing ? { ...notice, action: { label: t('favorites.undo'), run: () => void add(beer) } } : notice)

      async function add(again: Beer): Promise<void> {
        if (await change(again, false, before?.favoritedAt)) toast(success(variant, false))
      }
    },
    [busy, change, favorites.data, saved, toast, variant],
  )

  const saveAll = useCallback(
    async (beers: readonly Beer[]) => {
      const added: Beer[] = []
      let count = 0
      let isQueued = false
      for (const beer of beers) {
        const how = await change(beer, false)
        if (!how) continue
        count += 1
        if (how === 'queued') isQueued = true
        if (!saved.has(beer.id)) added.push(beer)
      }
      if (count === 0) return
      const failed = beers.length - count
      const lines = [
        t('favorites.savedSome.description', { count }),
        failed > 0 && t('favorites.savedSome.failed', { count: failed }),
        isQueued && t('favorites.queued'),
      ]
      toast({
        ...{ title: t('favorites.savedSome.title'), description: lines.filter(Boolean).join('\n') },
        action: { label: t('favorites.undo'), run: () => void removeAgain() },
      })

      // What was saved before stays.
      async function removeAgain(): Promise<void> {
        for (const beer of added) await change(beer, true)
      }
    },
    [change, saved, toast],
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
