/**
 * Reads the label of a beer that is not in the catalogue: the brewery from the lexicon or from the words next to
 * 'Brewing Co.', the name from the large text.
 */
import type { Catalogue } from '#catalogue'
import { drinkWords } from './drinks.ts'
import type { Frame, PlacedLine } from './layout.ts'
import type { Printed, Sighting } from './outcome.ts'
import {
  BREWERY_CONFIDENCE_MIN,
  hasBrewingWord,
  isBrand,
  type PrintedBrewery,
  printedBrewery,
} from './printed-brewery.ts'
import { printedOn, toWords, unlistedSighting } from './sighting.ts'

/** Minimum OCR confidence of a line that names a brewery. */
const BREWERY_READ_MIN = 0.85
/** Minimum OCR confidence of a line that names a beer: an unlisted name cannot be checked against the catalogue. */
const NAME_READ_MIN = 0.93
const LETTERS = /^\p{L}[\p{L}\p{M}\s'’.&-]{3,}$/u
/** Minimum height of a line of the name, as a share of the tallest line. */
const NAME_HEIGHT_MIN = 0.7
const NAME_LINES_MAX = 2
/** A line this close to the left or right edge, as a share of the photo's width, is cut off. */
const EDGE_MARGIN = 0.005
/** Lower than that of any listed beer. */
const CONFIDENCE = 0.45

/** The photo that shows the container among others. */
export interface GroupContext {
  /** Breweries printed on any of its containers. */
  breweries: readonly PrintedBrewery[]
  photo: Frame
}

/** The beer printed on the lines; undefined without a name or without two signs of beer. */
export function unlistedBeer(
  catalogue: Catalogue,
  lines: readonly PlacedLine[],
  position: Sighting['position'],
  group?: GroupContext,
): Sighting | undefined {
  const text = lines.map(({ line }) => line.text).join('\n')
  const words = drinkWords(text)
  const [hit] = catalogue.breweriesIn(toWords(lines))
  const known = hit && hit.confidence >= BREWERY_CONFIDENCE_MIN ? hit : undefined
  const asPrinted = known ? undefined : breweryOn(catalogue, lines, group?.breweries)
  const brewery = known?.name ?? asPrinted?.name ?? null
  const printed = printedOn(catalogue, lines)
  // A brewery's name may be any word, so it counts only next to a beer word, which in turn needs a second sign.
  const beer = Math.max(words.beer, group && asPrinted ? 1 : 0)
  const signs = Math.min(2, beer) + (printed.abv === null ? 0 : 1) + (brewery === null ? 0 : 1)
  if (beer === 0 || signs < 2 || words.other > 0 || words.food > 1) return undefined

  const breweryLines = lines.filter(
    ({ line }, index) =>
      known?.lines.includes(index) || hasBrewingWord(line.text) || (asPrinted && isBrand(line.text, asPrinted)),
  )
  const rest = lines.filter((line) => !breweryLines.includes(line))
  const distinctive = rest.filter((line) => distinctiveWords(catalogue, line.line.text).length > 0)
  const printedName = group ? nameInGroup(brewery === null ? distinctive : rest, group.photo) : nameOnLabel(distinctive)
  // On a single label the style replaces a name that was read badly. In a group it could be any beer of the brewery.
  const isNameless = group ? distinctive.length === 0 : true
  const name = printedName ?? (brewery !== null && isNameless ? catalogue.styleIn(text)?.text : undefined)
  if (name === undefined) return undefined
  const named: Printed = { ...printed, name, brewery }
  return unlistedSighting(
    named,
    lines.map(({ line }) => line.text),
    CONFIDENCE,
    { position },
  )
}

/**
 * The brewery printed on the lines. Prefers a brewery found on another container whose brand these lines repeat: there its
 * full name was legible.
 */
export function breweryOn(
  catalogue: Catalogue,
  lines: readonly PlacedLine[],
  others: readonly PrintedBrewery[] = [],
): PrintedBrewery | undefined {
  const legible = lines.filter(({ line }) => line.confidence >= BREWERY_READ_MIN)
  const own = printedBrewery(legible, (text) => distinctiveWords(catalogue, text).length > 0)
  const shared = others.filter((brewery) => brewery !== own && legible.some(({ line }) => isBrand(line.text, brewery)))
  return mostPrinted(shared) ?? own
}

function mostPrinted(breweries: readonly PrintedBrewery[]): PrintedBrewery | undefined {
  const occurrences = ({ brand }: PrintedBrewery) => breweries.filter((other) => isBrand(brand, other)).length
  return [...breweries].sort((a, b) => occurrences(b) - occurrences(a))[0]
}

/** The largest line of letters; a style counts as a name. Labels in a group are small and bent, so one line must do. */
function nameInGroup(lines: readonly PlacedLine[], photo: Frame): string | undefined {
  const [tallest] = lines.filter(({ line }) => LETTERS.test(line.text)).sort((a, b) => b.height - a.height)
  if (!tallest || tallest.line.confidence < NAME_READ_MIN || isCutOff(tallest, photo)) return undefined
  return tallest.line.text.trim()
}

function isCutOff({ left, right }: PlacedLine, { width }: Frame): boolean {
  return left < EDGE_MARGIN * width || right > (1 - EDGE_MARGIN) * width
}

function nameOnLabel(lines: readonly PlacedLine[]): string | undefined {
  const legible = lines.filter(({ line }) => line.confidence >= NAME_READ_MIN)
  const tallest = Math.max(0, ...legible.map(({ height }) => height))
  const parts = legible
    .filter(({ height }) => height >= tallest * NAME_HEIGHT_MIN)
    .sort((a, b) => b.height - a.height)
    .slice(0, NAME_LINES_MAX)
    .sort((a, b) => lines.indexOf(a) - lines.indexOf(b))
  const name = parts.map(({ line }) => line.text).join(' ')
  return /\p{L}{4}/u.test(name) ? name : undefined
}

/** Words that may name a beer: excludes numbers, alone or at the end of a word, and words common on labels. */
export function distinctiveWords(catalogue: Catalogue, text: string): string[] {
  return text
    .split(/[^\p{L}\p{N}']+/u)
    .filter((word) => /\p{L}{3}/u.test(word) && !catalogue.isCommonWord(word.replace(/(?<=\p{L}{3})\d+$/u, '')))
}
