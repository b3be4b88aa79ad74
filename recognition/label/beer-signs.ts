/** Whether a text is a beer label at all: a logistic model of its words (`unlisted-weights.json`). */
import { type Catalogue, foldText, type Ranking } from '#catalogue'
import { anyOf, WORD_END, WORD_START, WORDS } from '#catalogue/words'
import type { PlacedLine } from '../lines/layout.ts'
import { noneKnown } from './acceptance.ts'
import { drinkWords, namesOtherProduct } from './drinks.ts'
import { hasBrewingWord } from './printed-brewery.ts'
import { printedFacts } from './printed-facts.ts'
import { withoutSmallPrint } from './small-print.ts'

/** Flags are 0 or 1. */
export interface BeerSigns {
  /** Flag: a word for beer or brewing, also as part of a longer or cut-off one. */
  beer: number
  /** Flag: an ABV. */
  abv: number
  /** Flag: the volume of a bottle or can. */
  volume: number
  style: number
  /** Flag: names a brewery. */
  brewery: number
  /** ln of the odds that it is a beer or a brewery of the catalogue, -4 to 4. */
  known: number
  /** Words for other drinks, at most 4. */
  otherWords: number
  /** Words for food, at most 4. */
  foodWords: number
  /** Flag: words of personal labels and greeting cards. */
  occasion: number
  /** ln(1 + lines with a price). */
  prices: number
  /** ln(1 + lines with at least four letters). */
  words: number
}

const { beer: WHOLE, beerFacts, beerEndings, beerParts, occasions } = WORDS.drinks
/** Words for beer and brewing, also run together with others or without their ends. */
const BEER_WORD = new RegExp(
  `${WORD_START}${anyOf([...WHOLE, ...beerFacts].map(foldText))}${WORD_END}|${anyOf(beerEndings)}${WORD_END}|${anyOf(beerParts.map(foldText))}`,
  'u',
)
const OCCASION = new RegExp(anyOf(occasions), 'iu')
const ALCOHOL = new RegExp(`${WORD_START}(?:abv|alc|alk|vol)`, 'iu')
const ODDS_MAX = 4

export function beerSigns(
  catalogue: Catalogue,
  lines: readonly PlacedLine[],
  { rivals }: Pick<Ranking, 'rivals'>,
  hasBrewery: boolean,
): BeerSigns {
  const texts = lines.map(({ line }) => line.text)
  const text = textOf(lines)
  const { other, food } = drinkWords(text)
  const facts = texts.map((one) => printedFacts(one))
  const none = noneKnown(rivals)
  const odds = Math.log((1 - none + 1e-9) / (none + 1e-9))
  return {
    beer: Number(texts.some((one) => hasBrewingWord(one) || BEER_WORD.test(foldText(one)))),
    abv: Number(facts.some(({ abv }) => abv !== null)),
    volume: Number(facts.some(({ size }) => size !== null)),
    style: Number(catalogue.styleIn(textOf(withoutSmallPrint(lines))) !== undefined),
    brewery: Number(hasBrewery),
    known: Math.max(-ODDS_MAX, Math.min(ODDS_MAX, odds)),
    otherWords: Math.min(4, other),
    foodWords: Math.min(4, food),
    occasion: Number(OCCASION.test(text)),
    prices: Math.log(1 + facts.filter(({ price }) => price !== null).length),
    words: Math.log(1 + texts.filter((one) => /\p{L}{4}/u.test(one)).length),
  }
}

/** True for a drink or good that is no beer, whatever else its label says: root beer, shampoo. Ginger beer may have alcohol. */
export function isOtherProduct(lines: readonly PlacedLine[]): boolean {
  return namesOtherProduct(textOf(lines)) && !lines.some(({ line }) => statesAlcohol(line.text))
}

function statesAlcohol(text: string): boolean {
  return ALCOHOL.test(text) && printedFacts(text).abv !== null
}

function textOf(lines: readonly PlacedLine[]): string {
  return lines.map(({ line }) => line.text).join('\n')
}
