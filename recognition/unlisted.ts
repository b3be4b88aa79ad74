/** Reads a label that the catalogue does not know: the brewery from the lexicon, the name from the large text. */
import type { Catalogue } from '#catalogue'
import { drinkWords } from './drinks.ts'
import type { Printed, Sighting } from './outcome.ts'
import { printedOn, type TallLine, unlistedSighting, wordsOf } from './sighting.ts'

/** Lines the reader is less sure of are no name to show. */
const READ_WELL = 0.85
/** Share of the tallest text that a line of the name has at least. */
const NAME_HEIGHT_MIN = 0.7
const NAME_LINES_MAX = 2
const BREWERY_STRENGTH_MIN = 0.9
/** Never as sure as a beer of the catalogue. */
const CONFIDENCE = 0.45

/** The beer that the lines tell of, or undefined without real evidence of beer or without a name. */
export function unlistedBeer(
  catalogue: Catalogue,
  lines: readonly TallLine[],
  where: Sighting['where'],
): Sighting | undefined {
  const text = lines.map(({ line }) => line.text).join('\n')
  const spoken = drinkWords(text)
  const [hit] = catalogue.breweriesIn(wordsOf(lines))
  const brewery = hit && hit.strength >= BREWERY_STRENGTH_MIN ? hit : undefined
  const printed = printedOn(catalogue, lines)
  // A brewery's name may be any word; it counts beside a word of beer, which in turn needs a second witness.
  const witnesses = Math.min(2, spoken.beer) + (printed.abv === null ? 0 : 1) + (brewery ? 1 : 0)
  if (spoken.beer === 0 || witnesses < 2 || spoken.other > 0 || spoken.food > 1) return undefined

  const name = nameIn(catalogue, lines, new Set(brewery?.lines ?? []))
  if (name === undefined) return undefined
  const told: Printed = { ...printed, name, brewery: brewery?.name ?? null }
  return unlistedSighting(
    told,
    lines.map(({ line }) => line.text),
    CONFIDENCE,
    { where },
  )
}

function nameIn(catalogue: Catalogue, lines: readonly TallLine[], breweryLines: Set<number>): string | undefined {
  const own = lines.filter(
    ({ line }, index) =>
      !breweryLines.has(index) && line.confidence >= READ_WELL && ownWords(catalogue, line.text).length > 0,
  )
  const tallest = Math.max(0, ...own.map(({ height }) => height))
  const parts = own
    .filter(({ height }) => height >= tallest * NAME_HEIGHT_MIN)
    .sort((a, b) => b.height - a.height)
    .slice(0, NAME_LINES_MAX)
    .sort((a, b) => lines.indexOf(a) - lines.indexOf(b))
  const name = parts.map(({ line }) => line.text).join(' ')
  return name.length >= 3 ? name : undefined
}

/** Words that may name a beer: no figures, no words that every label carries. */
export function ownWords(catalogue: Catalogue, text: string): string[] {
  return text.split(/[^\p{L}\p{N}']+/u).filter((word) => /\p{L}{3}/u.test(word) && !catalogue.isCommonWord(word))
}
