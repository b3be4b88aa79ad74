/**
 * Training examples for the description of unlisted beers: the lines of every labelled single and of every photo without beer, as
 * recognition decides about them, and drawn texts of other products, of which the photos have few.
 */
import { type Catalogue, openCatalogue } from '#catalogue'
import { PHOTO_MAX_SIDE_PX } from '#contracts'
import { aGrocery, aSoda, aSpirit, aWine } from '#testing/pictures/non-beer-texts.ts'
import { randomFrom as pictureRandom } from '#testing/pictures/random.ts'
import { aTextLine } from '#testing/text-line.ts'
import { openEngine, preparePhoto } from '#vision'
import { drinkWords } from '../../recognition/label/drinks.ts'
import { type Match, matchLines } from '../../recognition/label/sighting.ts'
import { type PlacedLine, placeLines } from '../../recognition/lines/layout.ts'
import { type Decide, readSingle } from '../../recognition/single/read-single.ts'
import { randomWord } from '../catalogue/grown-catalogue.ts'
import type { ShippedRows } from '../photos/known-beers.ts'
import type { PhotoOf, PhotosToFit } from '../photos/photo-set.ts'
import { recordingEngine } from '../photos/recording-engine.ts'
import { randomFrom } from '../statistics/random.ts'

export interface LabelReading {
  /** Undefined for a drawn text. */
  photo: PhotoOf<'single'> | PhotoOf<'negative'> | undefined
  isListed: boolean
  weight: number
  lines: readonly PlacedLine[]
  match: Match
}

/** Of the singles and the photos without beer among these. */
export async function labelReadings(
  { photos, bytesOf, readings }: PhotosToFit,
  { rows, shipped, knows }: ShippedRows,
): Promise<LabelReading[]> {
  const catalogue = openCatalogue(rows, shipped)
  const embedded = await openEngine('embedded', { settings: {} })
  const engine = recordingEngine(embedded, readings)
  const found: LabelReading[] = []
  try {
    for (const photo of photos) {
      if (photo.class !== 'single' && photo.class !== 'negative') continue
      const [truth] = photo.class === 'single' ? photo.truth.beers : []
      const isListed =
        photo.class === 'single' &&
        truth !== undefined &&
        knows(truth, [...truth.accept_also, ...photo.truth.accept_also])
      const decide: Decide = (_catalogue, _photo, lines, match) => {
        found.push({ photo, isListed, weight: 1, lines, match })
        return []
      }
      const picture = await preparePhoto(bytesOf(photo), PHOTO_MAX_SIDE_PX)
      const call = { signal: new AbortController().signal, deadline: Number.POSITIVE_INFINITY }
      for await (const _ of readSingle({ engine, catalogue }, picture, call, decide));
      process.stderr.write('.')
    }
  } finally {
    await embedded.close()
  }
  process.stderr.write('\n')
  return found
}

const DRAWN = 120
/** Of all drawn texts together, in photos without beer. */
const DRAWN_WEIGHT = 6
const SEED = 11
const FRAME = { width: 1_000, height: 1_000 }

/** Texts of wines, spirits, soft drinks, groceries and of invented words. */
export function drawnNegatives(catalogue: Catalogue): LabelReading[] {
  const random = pictureRandom(SEED)
  const ofWords = randomFrom(SEED)
  const kinds = [aWine, aSpirit, aSoda, aGrocery] as const
  return Array.from({ length: DRAWN }, (_, index) => {
    const kind = kinds[index % (kinds.length + 1)]
    const product = kind?.(random)
    const texts = product
      ? [product.brewery, product.name, product.style, product.abv === null ? '' : `${product.abv}% vol`]
      : Array.from({ length: random.whole(1, 4) }, () => randomWord(ofWords))
    const legible = texts.filter(
      (text): text is string => typeof text === 'string' && text !== '' && random.chance(0.7),
    )
    const lines = placeLines(
      legible.map((text, row) =>
        aTextLine(text, 20, 10 + 20 * row, { height: random.whole(3, 10), confidence: random.between(0.85, 1) }),
      ),
      FRAME,
    )
    const photoWords = drinkWords(legible.join('\n'))
    const match = matchLines(catalogue, lines, { shape: 'single', photoWords })
    return { photo: undefined, isListed: false, weight: DRAWN_WEIGHT / DRAWN, lines, match }
  })
}
