/**
 * Reads a label that the catalogue does not know: the brewery from the lexicon or from the words beside 'Brewing Co.', the
 * name from the large text.
 */
import type { Catalogue } from '#catalogue'
import { drinkWords } from './drinks.ts'
import type { Frame, PlacedLine } from './layout.ts'
import type { Printed, Sighting } from './outcome.ts'
import { BREWERY_STRENGTH_MIN, isBrand, type PrintedBrewery, printedBrewery, saysBrewery } from './printed-brewery.ts'
import { printedOn, unlistedSighting, wordsOf } from './sighting.ts'

/** Lines the reader is less sure of are no name to show. */
const READ_WELL = 0.85
/** Labels among others are small and bent: there a name is one line of letters, read without doubt. */
const READ_SURELY = 0.93
const LETTERS = /^\p{L}[\p{L}\p{M}\s'’.&-]{3,}$/u
/** Share of the tallest text that a line of the name has at least. */
const NAME_HEIGHT_MIN = 0.7
const NAME_LINES_MAX = 2
/** A line that comes this close to the side of the photo, as a share of its width, goes on beyond it. */
const CUT_AT = 0.005
/** Never as sure as a beer of the catalogue. */
const CONFIDENCE = 0.45

/** One container of several on a photo. */
export interface AmongOthers {
  /** The breweries that are printed on any of them. */
  breweries: readonly PrintedBrewery[]
  photo: Frame
}

/** The beer that the lines tell of, or undefined without real evidence of beer or without a name. */
export function unlistedBeer(
  catalogue: Catalogue,
  lines: readonly PlacedLine[],
  where: Sighting['where'],
  among?: AmongOthers,
): Sighting | undefined {
  const text = lines.map(({ line }) => line.text).join('\n')
  const spoken = drinkWords(text)
  const [hit] = catalogue.breweriesIn(wordsOf(lines))
  const known = hit && hit.strength >= BREWERY_STRENGTH_MIN ? hit : undefined
  const asPrinted = known ? undefined : breweryOn(catalogue, lines, among?.breweries)
  const brewery = known?.name ?? asPrinted?.name ?? null
  const printed = printedOn(catalogue, lines)
  // A brewery's name may be any word; it counts beside a word of beer, which in turn needs a second witness.
  const beer = Math.max(spoken.beer, among && asPrinted ? 1 : 0)
  const witnesses = Math.min(2, beer) + (printed.abv === null ? 0 : 1) + (brewery === null ? 0 : 1)
  if (beer === 0 || witnesses < 2 || spoken.other > 0 || spoken.food > 1) return undefined

  const nameless = lines.filter(
    ({ line }, index) =>
      known?.lines.includes(index) || saysBrewery(line.text) || (asPrinted && isBrand(line.text, asPrinted)),
  )
  const rest = lines.filter((line) => !nameless.includes(line))
  const own = rest.filter((line) => ownWords(catalogue, line.line.text).length > 0)
  const printedName = among ? nameAmongOthers(brewery === null ? own : rest, among.photo) : nameIn(own)
  // Among others a name that was not read well may be that of any beer; on one label the style stands for it.
  const isNameless = among ? own.length === 0 : true
  const name = printedName ?? (brewery !== null && isNameless ? catalogue.styleIn(text)?.text : undefined)
  if (name === undefined) return undefined
  const told: Printed = { ...printed, name, brewery }
  return unlistedSighting(
    told,
    lines.map(({ line }) => line.text),
    CONFIDENCE,
    { where },
  )
}

/** The brewery of another container whose name stands here too, else the one that the lines print themselves. */
export function breweryOn(
  catalogue: Catalogue,
  lines: readonly PlacedLine[],
  elsewhere: readonly PrintedBrewery[] = [],
): PrintedBrewery | undefined {
  const readWell = lines.filter(({ line }) => line.confidence >= READ_WELL)
  const own = printedBrewery(readWell, (text) => ownWords(catalogue, text).length > 0)
  const shared = elsewhere.filter(
    (brewery) => brewery !== own && readWell.some(({ line }) => isBrand(line.text, brewery)),
  )
  return mostPrinted(shared) ?? own
}

function mostPrinted(breweries: readonly PrintedBrewery[]): PrintedBrewery | undefined {
  const times = ({ brand }: PrintedBrewery) => breweries.filter((other) => isBrand(brand, other)).length
  return [...breweries].sort((a, b) => times(b) - times(a))[0]
}

/** The largest line of letters; words of style are a name beside the brewery's. */
function nameAmongOthers(lines: readonly PlacedLine[], photo: Frame): string | undefined {
  const [tallest] = lines.filter(({ line }) => LETTERS.test(line.text)).sort((a, b) => b.height - a.height)
  if (!tallest || tallest.line.confidence < READ_SURELY || isCut(tallest, photo)) return undefined
  return tallest.line.text.trim()
}

function isCut({ left, right }: PlacedLine, { width }: Frame): boolean {
  return left < CUT_AT * width || right > (1 - CUT_AT) * width
}

function nameIn(lines: readonly PlacedLine[]): string | undefined {
  const readWell = lines.filter(({ line }) => line.confidence >= READ_SURELY)
  const tallest = Math.max(0, ...readWell.map(({ height }) => height))
  const parts = readWell
    .filter(({ height }) => height >= tallest * NAME_HEIGHT_MIN)
    .sort((a, b) => b.height - a.height)
    .slice(0, NAME_LINES_MAX)
    .sort((a, b) => lines.indexOf(a) - lines.indexOf(b))
  const name = parts.map(({ line }) => line.text).join(' ')
  return /\p{L}{4}/u.test(name) ? name : undefined
}

/** Words that may name a beer: no figures, alone or at the end of a word, no words that every label carries. */
export function ownWords(catalogue: Catalogue, text: string): string[] {
  return text
    .split(/[^\p{L}\p{N}']+/u)
    .filter((word) => /\p{L}{3}/u.test(word) && !catalogue.isCommonWord(word.replace(/(?<=\p{L}{3})\d+$/u, '')))
}
