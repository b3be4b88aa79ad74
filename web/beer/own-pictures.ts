/** The user's own pictures of beers. Most lists show beers, so one query serves them all. */
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { listPictures, picturePath } from '#contracts'
import { keyOf, queryOf } from '#web/api/queries.ts'

/** They change on this device, or not for a while. */
const STALE_MS = 5 * 60_000

export const ownPicturesQuery = queryOptions({ ...queryOf(listPictures, {}), staleTime: STALE_MS, gcTime: STALE_MS })

export const useOwnPictures = () => useQuery(ownPicturesQuery)

/** The address of the user's picture of a beer; undefined if there is none or it is not known yet. */
export function useOwnPicture(beerId: number): string | undefined {
  const { data: id } = useQuery({
    ...ownPicturesQuery,
    select: ({ pictures }) => pictures.find((picture) => picture.beerId === beerId)?.id,
  })
  return id === undefined ? undefined : picturePath(id)
}

export async function refreshOwnPictures(queryClient: QueryClient): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: keyOf(listPictures, {}) })
}
