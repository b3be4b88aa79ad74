/** The signed-in user's favourites: which beers are saved, and saving and removing them at once, with a way back. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { addFavorite, type Beer, type Favorite, listFavorites, removeFavorite } from '#contracts'
import { call } from '#web/api/call.ts'
import { saidBy } from '#web/api/call-error.ts'
import { keyOf, queryOf } from '#web/api/queries.ts'
import { useToast } from '#web/ui/toast.tsx'

export const TEXTS = {
  added: 'Added to favorites',
  removed: 'Removed from favorites',
  saved: { title: 'Beer Saved!', description: 'Beer added to your collection' },
  savedFromMenu: 'Beer Saved',
  removedFromMenu: 'Beer Removed',
  error: 'Error',
  saveFailed: 'Failed to save beer',
  removeFailed: 'Failed to remove beer',
  addFailed: 'Failed to add to favorites',
  removeFromFavoritesFailed: 'Failed to remove from favorites',
  removeFavoriteFailed: 'Failed to remove favorite',
  undo: 'Undo',
  savedSome: (count: number) => ({
    title: 'Beers Saved',
    description: count === 1 ? '1 beer added to your collection' : `${count} beers added to your collection`,
  }),
} as const

/** Which words a screen says: a list's heart, a menu's Save, or the beer page's Save Beer. */
export type FavoriteVoice = 'heart' | 'menu' | 'page'

export function useFavorites() {
  return useQuery(queryOf(listFavorites, {}))
}

export interface FavoriteToggle {
  isSaved: (beerId: number) => boolean
  /** A control says so by word alone: one that is disabled under the keyboard would lose its place. */
  isBusy: (beerId: number) => boolean
  /** Does nothing while the beer is busy. */
  toggle: (beer: Beer) => Promise<void>
  /** Saves several and says so once. */
  saveAll: (beers: readonly Beer[]) => Promise<void>
}

/** Adds or removes; the list changes at once and goes back when the server refuses. A removal can be taken back. */
export function useFavoriteToggle(voice: FavoriteVoice): FavoriteToggle {
  const favorites = useFavorites()
  const queryClient = useQueryClient()
  const toast = useToast()
  const [busy, setBusy] = useState<readonly number[]>([])
  const saved = useMemo(() => new Set(favorites.data?.map((favorite) => favorite.beerId)), [favorites.data])

  /** Answers whether the server agreed; a refusal is said here. */
  const change = useCallback(
    async (beer: Beer, removing: boolean): Promise<boolean> => {
      const key = keyOf(listFavorites, {})
      setBusy((before) => [...before, beer.id])
      await queryClient.cancelQueries({ queryKey: key })
      const before = queryClient.getQueryData<Favorite[]>(key)
      queryClient.setQueryData<Favorite[]>(key, (list) => (removing ? without(list, beer) : withBeer(list, beer)))
      try {
        if (removing) await call(removeFavorite, { params: { beerId: beer.id } })
        else await call(addFavorite, { body: { beerId: beer.id } })
        return true
      } catch (error) {
        queryClient.setQueryData(key, before)
        toast(failure(voice, removing, saidBy(error)))
        return false
      } finally {
        setBusy((list) => list.filter((id) => id !== beer.id))
        await queryClient.invalidateQueries({ queryKey: key })
      }
    },
    [queryClient, toast, voice],
  )

  const toggle = useCallback(
    async (beer: Beer) => {
      if (busy.includes(beer.id)) return
      const removing = saved.has(beer.id)
      if (!(await change(beer, removing))) return
      const said = success(voice, removing)
      toast(removing ? { ...said, action: { label: TEXTS.undo, run: () => void add(beer) } } : said)

      async function add(again: Beer): Promise<void> {
        if (await change(again, false)) toast(success(voice, false))
      }
    },
    [busy, change, saved, toast, voice],
  )

  const saveAll = useCallback(
    async (beers: readonly Beer[]) => {
      let count = 0
      for (const beer of beers) if (await change(beer, false)) count += 1
      if (count > 0 && count === beers.length) toast(TEXTS.savedSome(count))
    },
    [change, toast],
  )

  return { isSaved: (id) => saved.has(id), isBusy: (id) => busy.includes(id), toggle, saveAll }
}

function without(list: Favorite[] | undefined, beer: Beer): Favorite[] | undefined {
  return list?.filter((favorite) => favorite.beerId !== beer.id)
}

/** The favourite as it will be; its own id comes with the server's answer. */
function withBeer(list: Favorite[] | undefined, beer: Beer): Favorite[] | undefined {
  return list && [{ id: -beer.id, beerId: beer.id, beer, favoritedAt: new Date().toISOString() }, ...list]
}

function success(voice: FavoriteVoice, removing: boolean) {
  if (voice === 'menu') return { title: removing ? TEXTS.removedFromMenu : TEXTS.savedFromMenu }
  if (voice === 'page' && !removing) return TEXTS.saved
  return { title: removing ? TEXTS.removed : TEXTS.added }
}

function failure(voice: FavoriteVoice, removing: boolean, said: string) {
  const title = TEXTS.error
  if (!removing) return { title, description: `${voice === 'heart' ? TEXTS.addFailed : TEXTS.saveFailed}. ${said}` }
  if (voice === 'menu') return { title, description: `${TEXTS.removeFailed}. ${said}` }
  const failed = voice === 'heart' ? TEXTS.removeFromFavoritesFailed : TEXTS.removeFavoriteFailed
  return { title, description: `${failed}. ${said}`, tone: 'destructive' as const }
}
