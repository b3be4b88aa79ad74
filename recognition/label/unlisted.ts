/**
 * Reads the label of a beer that is not in the catalogue: the brewery from the lexicon or from the words next to
 * 'Brewing Co.', the name from the large text.
 */
import { type Catalogue, inTitleCase, type Ranking } from '#catalogue'
import type { Frame, PlacedLine } from '../lines/layout.ts'
import type { Printed, Sighting } from '../outcome.ts'
import { distinctiveWords } from './distinctive-words.ts'
import { DISHES_MIN, type DrinkWords, drinkWords, namesOtherProduct } from './drinks.ts'
import { namingLines } from './known-brewery.ts'
import { legibleText } from './legible-text.ts'
import {
  BREWERY_CONFIDENCE_MIN,
  hasBrewingWord,
  isBrand,
  type PrintedBrewery,
  printedBrewery,
} from './printed-brewery.ts'
import { printedOn, toWords, unlistedSighting } from './sighting.ts'
import { withoutSmallPrint } from './small-print.ts'
import { describeLabel, type UnlistedWeights } from './unlisted-model.ts'

/** Minimum OCR confidence of a line that names a brewery. */
const BREWERY_READ_MIN = 0.85
/**
 * Minimum OCR confidence of a line that names the beer of a container: an unlisted name cannot be checked against the catalogue. Higher
 * than for a close-up, whose model weighs how well the name was read.
 */
const NAME_READ_MIN = 0.93
const LETTERS = /^\p{L}[\p{L}\p{M}\s'’.&-]{3,}$/u
/** A line this close to the left or right edge, as a share of the photo's width, is cut off. */
const EDGE_MARGIN = 0.005
/** Minimum probability that a text is a beer label. */
const BEER_MIN = 0.5
/** Lower than that of any listed beer. */
const CONFIDENCE = 0.45

/** The photo that shows the container among others. */
export interface GroupContext {
  /** Breweries printed on any of its containers. */
  breweries: readonly PrintedBrewery[]
  photo: Frame
  /** In all of its text. */
  words: DrinkWords
}

/** The beer printed on a label as one would write it; undefined if the text is unlikely to be a label, or names nothing. */
export function unlistedLabel(
  catalogue: Catalogue,
  read: readonly PlacedLine[],
  match: Pick<Ranking, 'candidates' | 'rivals'>,
  position: Sighting['position'],
  weights?: UnlistedWeights,
): Sighting | undefined {
  const label = describeLabel(catalogue, read, match, weights)
  if (!label || label.beerProbability < BEER_MIN) return undefined
  const { name, brewery, lines } = label
  if (name === undefined || namesOtherDrink(catalogue, read, brewery)) return undefined
  const printed = {
    ...printedOn(catalogue, lines),
    name: inTitleCase(name),
    brewery: brewery === undefined ? null : inTitleCase(brewery),
  }
  const evidence = legibleText(lines.map(({ line }) => line))
  return unlistedSighting(printed, evidence, CONFIDENCE, { position })
}

/** True for words for another drink, such as 'red wine', and nothing that says beer: no word, no style, no brewery. */
function namesOtherDrink(catalogue: Catalogue, lines: readonly PlacedLine[], brewery: string | undefined): boolean {
  const text = lines.map(({ line }) => line.text).join('\n')
  const { other, beer } = drinkWords(text)
  if (other === 0 || beer > 0 || brewery !== undefined) return false
  return catalogue.styleIn(text) === undefined
}

/** The beer printed on a container; undefined without a name or without two signs of beer. */
export function unlistedContainer(
  catalogue: Catalogue,
  lines: readonly PlacedLine[],
  position: Sighting['position'],
  group: GroupContext,
): Sighting | undefined {
  const text = lines.map(({ line }) => line.text).join('\n')
  const words = drinkWords(text)
  const known = catalogue
    .breweriesIn(toWords(lines))
    .filter(({ confidence }) => confidence >= BREWERY_CONFIDENCE_MIN)
    .find((hit) => namingLines(catalogue, hit, lines).lines.length > 0)
  const asPrinted = known ? undefined : breweryOn(catalogue, lines, group.breweries)
  const brewery = known?.name ?? asPrinted?.name ?? null
  const printed = printedOn(catalogue, lines)
  // A brewery's name may be any word, so it counts only next to a beer word, which in turn needs a second sign.
  const beer = Math.max(words.beer, asPrinted ? 1 : 0)
  const signs = Math.min(2, beer) + (printed.abv === null ? 0 : 1) + (brewery === null ? 0 : 1)
  if (beer === 0 || signs < 2 || words.other > 0 || words.food > 1) return undefined
  if (printed.abv === null && namesOtherProduct(text)) return undefined
  if (group.words.food >= DISHES_MIN && group.words.food > group.words.beer) return undefined

  const breweryLines = lines.filter(
    ({ line }, index) =>
      known?.lines.includes(index) || hasBrewingWord(line.text) || (asPrinted && isBrand(line.text, asPrinted)),
  )
  const legible = withoutSmallPrint(lines)
  const rest = legible.filter((line) => !breweryLines.includes(line))
  const distinctive = rest.filter((line) => distinctiveWords(catalogue, line.line.text).length > 0)
  // The style could be that of any beer of the brewery, so it names the beer only if nothing else does.
  const styleText = legible.map(({ line }) => line.text).join('\n')
  const style = brewery !== null && distinctive.length === 0 ? catalogue.styleIn(styleText)?.text : undefined
  const name = nameInGroup(brewery === null ? distinctive : rest, group.photo) ?? style
  if (name === undefined) return undefined
  const named: Printed = { ...printed, name, brewery }
  return unlistedSighting(named, legibleText(lines.map(({ line }) => line)), CONFIDENCE, { position })
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
  const shared = others.filter((brewery) => legible.some(({ line }) => isBrand(line.text, brewery)))
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
