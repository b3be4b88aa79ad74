/**
 * Distinguishes beer from what is printed next to it on shelves and menus: wine, spirits, soft drinks, coffee, food. An
 * unlisted beer is reported only on words that nothing but beer carries.
 */
import { foldText } from '#catalogue'
import { anyOf, WORD_END, WORD_START, WORDS } from '#catalogue/words'
import { GRAMMATICAL_WORDS } from './grammatical-words.ts'

const KINDS = folded(WORDS.drinks.beerKinds)
const BEER = new Set([...KINDS, ...folded(WORDS.drinks.beer)])
const OTHER = folded(WORDS.drinks.other)
const FOOD = folded(WORDS.food)
const FLAVOURS = folded(WORDS.drinks.flavours)

/** Styles that beer menus list but that are not beer. */
export const NOT_BEER = new Set(['Cider', 'Alcohol-Free Cider', 'Perry', 'Mead', 'Hard Seltzer', 'Hard Kombucha'])

/** True if the text names a kind of beer ('stout', 'IPA'); general words such as 'brewery' do not count. */
export function namesKindOfBeer(text: string): boolean {
  return wordsOf(text).some((word) => KINDS.has(word))
}

const OTHER_PRODUCT = new RegExp(
  `${WORD_START}${anyOf(WORDS.drinks.otherProducts.map(foldText)).replaceAll(' ', String.raw`[\s-]?`)}s?${WORD_END}`,
  'u',
)

/** True for 'root beer' and 'beer shampoo': no beer, whatever else the text says. */
export function namesOtherProduct(text: string): boolean {
  return OTHER_PRODUCT.test(foldText(text))
}

/** The same, but not for a kind of beer that tastes of one: 'Root Beer Stout'. */
export function namesOnlyOtherProduct(text: string): boolean {
  return namesOtherProduct(text) && !namesKindOfBeer(foldText(text).replace(OTHER_PRODUCT, ' '))
}

export interface DrinkWords {
  /** Number of distinct beer words. */
  beer: number
  /** Number of distinct words for other drinks. */
  other: number
  /** Number of distinct words for food. */
  food: number
}

/** Chinese and Japanese have no spaces between words: '角ハイボール', '生ビール'. */
const UNSPACED = /^[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}]+$/u
/** Shorter words are parts of others: 'ワイン' of 'バーレイワイン'. */
const UNSPACED_OTHER_MIN = 4
const BEER_PARTS = [...BEER].filter((word) => UNSPACED.test(word))
/** Long enough to be recognised inside a word, such as one that the OCR joined with its neighbour. */
const OTHER_PARTS = [...OTHER].filter(
  (word) => word.length >= 8 || (UNSPACED.test(word) && word.length >= UNSPACED_OTHER_MIN),
)

/** Counts the distinct words of each kind in a text. */
export function drinkWords(text: string): DrinkWords {
  const seen = new Set(wordsOf(text))
  const mentionsBeer = [...seen].some(isOfBeer)
  let [beer, other, food] = [0, 0, 0]
  for (const word of seen) {
    if (isOfBeer(word)) beer++
    else if (mentionsBeer && FLAVOURS.has(word)) continue
    else if (OTHER.has(word) || OTHER_PARTS.some((part) => word.includes(part))) other++
    else if (FOOD.has(word)) food++
  }
  return { beer, other, food }
}

/** True if a text names a dish. Before a word for beer, food is a flavour: 'cream ale', but 'stout brownie', 'mussels in ale'. */
export function namesDish(text: string): boolean {
  return foldText(text)
    .split(/[^\p{L}\p{M}\s'’-]+/u)
    .some((clause) => {
      const words = wordsOf(clause)
      const mentionsBeer = words.some(isOfBeer)
      const last = words.findLastIndex((word) => FOOD.has(word) && !(mentionsBeer && FLAVOURS.has(word)))
      const next = words.slice(last + 1).find((word) => isOfBeer(word) || GRAMMATICAL_WORDS.has(word))
      return last !== -1 && (next === undefined || GRAMMATICAL_WORDS.has(next))
    })
}

const OFF_TOPIC_MAX = 3
/** Added when the photo mentions other drinks or food and never beer. */
const OFF_TOPIC_PHOTO = 2
/** From this many food words on, the photo shows a food menu; a label may have one or two. */
export const DISHES_MIN = 3

/** The evidence, 0-3, that a text names no beer: its words for other drinks and food, and those of the whole photo. */
export function offTopicWords(text: string, photo: DrinkWords): number {
  const { other, food } = drinkWords(text)
  const isOffTopic = photo.beer === 0 && (photo.other > 0 || photo.food >= DISHES_MIN)
  return Math.min(OFF_TOPIC_MAX, other + food + (isOffTopic ? OFF_TOPIC_PHOTO : 0))
}

function isOfBeer(word: string): boolean {
  return BEER.has(word) || BEER_PARTS.some((part) => word.includes(part))
}

function wordsOf(text: string): string[] {
  return foldText(text)
    .replace(/barley[\s-]?wine/gu, 'barleywine')
    .split(/[^\p{L}\p{M}]+/u)
}

function folded(words: readonly string[]): Set<string> {
  return new Set(words.map(foldText))
}
