/** The personal rating of a beer: 'For you 84', with its reason where there is room. Nothing where nothing is known. */
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { Sparkles } from 'lucide-react'
import {
  type Beer,
  getTaste,
  type PersonalRating,
  personalRatings,
  type Taste,
  USER_CACHE_MS,
  USER_STALE_MS,
} from '#contracts'
import { keyOf, queryOf } from '#web/api/queries.ts'
import { forYouText } from './reason.ts'
import { t } from './texts.ts'

export type ForYouOf = (beer: Beer) => PersonalRating | null

/** Every row asks: the answer is kept, and changes only with what the user states. */
const tasteQuery = { ...queryOf(getTaste, {}), staleTime: USER_STALE_MS, gcTime: USER_CACHE_MS }

export function useTaste() {
  return useQuery(tasteQuery)
}

/** Fetches the taste again, after the user has rated a beer or answered a card. */
export function refreshTaste(queryClient: QueryClient): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: keyOf(getTaste, {}) })
}

export function useForYou(): ForYouOf {
  const { data } = useTaste()
  return data ? forYouOf(data) : nothing
}

const nothing = () => null

/** The rows of a list share one. */
const known = new WeakMap<Taste, ForYouOf>()

function forYouOf(taste: Taste): ForYouOf {
  const ratings = known.get(taste) ?? personalRatings(taste)
  known.set(taste, ratings)
  return ratings
}

/** For the rows of lists. */
export function ForYouMark({ beer }: { beer: Beer }) {
  const personal = useForYou()(beer)
  if (!personal) return null
  return (
    <span className="ml-auto inline-flex shrink-0 items-center gap-1 font-semibold text-accent-ink">
      <Sparkles size={13} aria-hidden="true" className="shrink-0" />
      {t('forYou', { rating: personal.rating })}
    </span>
  )
}

/** In one line, with the reason. */
export function ForYouLine({ beer }: { beer: Beer }) {
  const personal = useForYou()(beer)
  if (!personal) return null
  return (
    <p className="mt-2 flex items-baseline gap-1.5 px-1 text-[0.9rem] text-accent-ink">
      <Sparkles size={16} aria-hidden="true" className="shrink-0 self-center" />
      <span>{forYouText(personal)}</span>
    </p>
  )
}
