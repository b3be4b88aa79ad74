/** What the words of a search mean: 'beer' in any language, and words that name nothing. */
import { foldedWords } from '../text/folded-words.ts'
import { EAST_ASIAN, foldText } from '../text/normalise.ts'
import { anyOf, WORD_END, WORD_START, WORDS } from '../words/word-lists.ts'

export interface Query {
  /** Those that a beer has to match. */
  words: readonly string[]
  /** All words, if one of them means just 'beer': 'guinness beer' finds every Guinness, 'root beer' those first that are called so. */
  phrase?: readonly string[]
  /** Places that come before names: 'regions' in 'polish beer', 'all' in 'beers from Warsaw'. */
  placesFirst: 'none' | 'regions' | 'all'
}

/** What the index knows of a word. */
interface Known {
  /** Whether a term starts with it. */
  isBeginning: (word: string) => boolean
  isPlace: (word: string) => boolean
  /** Whether it means a country, or a state as 'Bavarian' does. */
  isRegion: (word: string) => boolean
  /** Whether these words are the name of a country: 'stati uniti'. */
  isRegionName: (words: string) => boolean
  /** Whether these words are the name of a state: 'west flanders'. */
  isStateName: (words: string) => boolean
}

/** Scripts that are written without spaces between words. */
export const UNSPACED = new RegExp(`${EAST_ASIAN.source}|\\p{Script=Thai}`, 'u')
const WORDS_FOR_BEER = new Set(foldedWords(...WORDS.wordsForBeer))
/** With what Japanese has between it and a place: 'ドイツのビール', 'ドイツ産ビール'. 产 is 産 in folded words. */
const BEER_AT_END = new RegExp(`(?<=..)产?の?${anyOf([...WORDS_FOR_BEER].filter((word) => UNSPACED.test(word)))}$`, 'u')
/** They name nothing: 'beers from Japan'. */
const FROM_PLACE = new Set(WORDS.fromPlace)
const OF_PLACE = new Set(WORDS.ofPlace)
const PLACE_ARTICLES = new Set(WORDS.placeArticles)
const IN_FRONT_OF_PLACE = new Set([...WORDS.fromPlace, ...WORDS.ofPlace, ...WORDS.placeArticles])

const [SIZE_UNIT, PACKAGE] = [WORDS.sizes.units, WORDS.sizes.packages].map((words) => anyOf(words.map(foldText)))
/** Also of several packages: '6 x 33 cl'. */
const PACKAGE_SIZE = new RegExp(
  `${WORD_START}(?<![.,])(?:\\d{1,2} ?[x×] ?)?\\d{1,4}(?:[.,]\\d{1,2})? ?${SIZE_UNIT}\\.?(?: ?${PACKAGE})?${WORD_END}`,
  'gu',
)

/** Returns the query without package sizes; undefined if it has none. */
export function withoutSizes(query: string): string | undefined {
  const folded = foldText(query).replace(/\s+/gu, ' ')
  const others = folded.replace(PACKAGE_SIZE, ' ')
  return others === folded ? undefined : others
}

/** Takes out the words for 'beer', of which a query of nothing else keeps all, and those in front of a place. */
export function understandQuery(words: readonly string[], known: Known): Query {
  const others = words.filter((word) => !meansBeer(word)).map((word) => withoutBeer(word, known))
  if (others.length === 0) return { words, placesFirst: 'none' }
  const naming = namingWords(others)
  if (naming?.some(known.isPlace)) return { words: naming, placesFirst: 'all' }
  const state = others.length < words.length ? stateWords(others, known) : undefined
  if (state) return { words: state, placesFirst: 'all' }
  // Its beers, not those that are called 'Polish Beer'.
  const region = regionWords(others, known)
  if (region && (region.length === others.length || others.length < words.length))
    return { words: region, placesFirst: 'regions' }
  if (others.length < words.length) return { words: others, phrase: words, placesFirst: 'regions' }
  return { words: others, placesFirst: 'none' }
}

/** True for a folded word that is 'beer' in any language. */
export function meansBeer(word: string): boolean {
  return WORDS_FOR_BEER.has(word)
}

/** The words that may name a beer, a brewery or a place; undefined when that is none or all of them. */
export function namingWords(words: readonly string[]): string[] | undefined {
  const naming = words.filter(
    (word, at) => !FROM_PLACE.has(word) && !(PLACE_ARTICLES.has(word) && FROM_PLACE.has(words[at - 1] ?? '')),
  )
  return naming.length > 0 && naming.length < words.length ? naming : undefined
}

/** The words that mean countries, if the others are those in front of one: 'belgio' in 'del belgio'. */
function regionWords(words: readonly string[], known: Known): string[] | undefined {
  const region = words.filter((word) => !IN_FRONT_OF_PLACE.has(word)).map((word) => withoutElision(word, known))
  const isRegion = region.length > 0 && (region.every(known.isRegion) || known.isRegionName(region.join(' ')))
  return isRegion ? region : undefined
}

/** The name of a state behind 'of', also where most beers with its words are from elsewhere: 'beers of Bavaria'. */
function stateWords(words: readonly string[], known: Known): string[] | undefined {
  const state = words.filter((word) => !IN_FRONT_OF_PLACE.has(word))
  return OF_PLACE.has(words[0] ?? '') && known.isStateName(state.join(' ')) ? state : undefined
}

/** 'allemagne' of 'd'allemagne', unless a name has the whole word. */
function withoutElision(word: string, { isBeginning, isRegion }: Known): string {
  const elided = WORDS.placeElisions.find((letters) => word.startsWith(letters) && isRegion(word.slice(letters.length)))
  return elided === undefined || isBeginning(word) ? word : word.slice(elided.length)
}

/** 'ギネス' of 'ギネスビール', unless a name has the whole word. */
function withoutBeer(word: string, { isBeginning }: Known): string {
  return isBeginning(word) ? word : word.replace(BEER_AT_END, '')
}
