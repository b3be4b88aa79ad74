/** Frames of the live camera that are identified without the shutter: each leaves a scan only when a beer is found. */
import { AUTO_SAME_BEER_MS, identifyBeer, type SingleAnswer } from '#contracts'
import { call } from '#web/api/call.ts'

/** The single beer on a frame; undefined if it shows several. */
export async function identifyFrame(image: Blob, signal: AbortSignal): Promise<SingleAnswer | undefined> {
  const answer = await call(identifyBeer, { form: { image, context: 'single_beer', auto: 'true' } }, { signal })
  return 'beer' in answer ? answer : undefined
}

/** Remembers which beers were shown, so that none is shown again while its bottle stays in view. */
export function recentlyShown() {
  const shownAt = new Map<number, number>()
  return {
    has: (beerId: number) => Date.now() - (shownAt.get(beerId) ?? Number.NEGATIVE_INFINITY) < AUTO_SAME_BEER_MS,
    add: (beerId: number) => void shownAt.set(beerId, Date.now()),
  }
}
