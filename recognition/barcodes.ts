/**
 * Product codes: a second way to know the one beer of a photo. They are read beside its text, so that the answer waits for
 * the slower of both; which beer a code stands for is known to whoever stores the catalogue.
 */
import { barcodeIn } from '#catalogue'
import type { Photo } from '#vision'
import type { Outcome, RecogniseAsk } from './outcome.ts'

/** The digits of the codes on a photo. */
export type ReadCodes = (photo: Photo) => Promise<string[]>

/** A search for codes that is under way. */
export interface CodeSearch {
  /** The outcome with the codes that belong to it: those of a photo of one beer. Among several a code tells of none. */
  tellWith(outcome: Outcome): Promise<Outcome>
}

/** Begins at once where one beer may be on the photo. */
export function searchCodes(read: ReadCodes | undefined, photo: Photo, ask: RecogniseAsk): CodeSearch {
  const mayBeOne = ask.call === 'identify' && (ask.context === 'single_beer' || ask.context === 'auto')
  const search = read && mayBeOne ? codesOn(read, photo) : undefined
  return {
    async tellWith(outcome) {
      const codes = outcome.shape === 'single' ? ((await search) ?? []) : []
      return codes.length > 0 ? { ...outcome, codes } : outcome
    },
  }
}

/** A photo whose codes cannot be looked for is read by its text alone; that it happened is logged, as it should not. */
async function codesOn(read: ReadCodes, photo: Photo): Promise<string[]> {
  try {
    return [...new Set((await read(photo)).flatMap((digits) => barcodeIn(digits) ?? []))]
  } catch (error) {
    console.warn('The codes of a photo could not be read.', error)
    return []
  }
}
