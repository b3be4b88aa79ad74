/** Beers that the user has not had and would probably like, each with the reason in words. */
import { useQuery } from '@tanstack/react-query'
import { type Beer, listTasteSuggestions } from '#contracts'
import { queryOf } from '#web/api/queries.ts'
import { useForYou } from './for-you.tsx'
import { likedText, likingText } from './reason.ts'

interface Suggestion {
  beer: Beer
  reason: string | undefined
}

/** `near`: those near the style of this beer. `isAsked`: false where nothing can come of it. */
export function useSuggestions({ near, isAsked = true }: { near?: number; isAsked?: boolean } = {}): Suggestion[] {
  const query = near === undefined ? {} : { near }
  const { data } = useQuery({ ...queryOf(listTasteSuggestions, { query }), enabled: isAsked })
  const forYouOf = useForYou()
  return (data ?? []).map((beer) => {
    const personal = forYouOf(beer)
    return { beer, reason: beer.liked ? likedText(beer.liked) : personal ? likingText(personal) : undefined }
  })
}
