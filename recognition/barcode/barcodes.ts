/**
 * Searches a photo for product barcodes (EAN, UPC) while its text is read. Only a photo of one beer has barcodes that
 * identify a beer: among several beers a barcode could belong to any of them.
 */
import { canonicalBarcode } from '#catalogue/identity'
import type { Photo } from '#vision'
import type { Outcome, RecogniseAsk } from '../outcome.ts'

/** Returns the digits of the barcodes on a photo. */
export type ReadBarcodes = (photo: Photo) => Promise<string[]>

/** A search in progress. */
export interface BarcodeSearch {
  /** The normalised barcodes found so far. */
  readonly found: readonly string[]
  /** Waits for the search. Returns the normalised barcodes, none if the outcome has not the shape of one beer. */
  resultFor(outcome: Outcome): Promise<string[]>
}

/** Starts searching at once if the photo may show a single beer. */
export function searchBarcodes(read: ReadBarcodes | undefined, photo: Photo, ask: RecogniseAsk): BarcodeSearch {
  const maybeSingle = ask.call === 'identify' && (ask.context === 'single_beer' || ask.context === 'auto')
  let found: string[] = []
  const search = read && maybeSingle ? barcodesOn(read, photo) : undefined
  const result = search?.then((barcodes) => {
    found = barcodes
    return barcodes
  })
  return {
    get found() {
      return found
    },
    resultFor: async ({ shape }) => (shape === 'single' ? ((await result) ?? []) : []),
  }
}

/** Returns the normalised barcodes on a photo, each once. A failed search is logged, and the photo is recognised by its text alone. */
export async function barcodesOn(read: ReadBarcodes, photo: Photo): Promise<string[]> {
  try {
    return [...new Set((await read(photo)).flatMap((digits) => canonicalBarcode(digits) ?? []))]
  } catch (error) {
    console.warn('Searching the photo for barcodes failed.', error)
    return []
  }
}
