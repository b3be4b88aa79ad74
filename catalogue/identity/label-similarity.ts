/**
 * Compares the texts of two labels, to recognise one that a user has named before. The measure is Dice's coefficient of their sets of
 * words, 0-1:
 *
 *     s(A, B) = 2 |A ∩ B| / (|A| + |B|)
 *
 * Words of one or two letters do not count, because many of them are noise of the OCR. Words of five letters or more also match
 * at one edit. Labels of one brewery share most of their words, so the similarity is 0 if a word that distinguishes its beers is on one
 * label only, and if the label just read names its beer or brewery by a word that the remembered one lacks.
 */
import { TRADE_WORDS } from '../lexicon/stop-words.ts'
import { editDistance } from '../text/edit-distance.ts'
import { isNumber, tokenize } from '../text/tokens.ts'
import { WORDS } from '../words/word-lists.ts'

/** A label and the beer that recognition took it for. */
export interface ReadLabel {
  lines: readonly string[]
  /** Of a listed beer as in the catalogue, aliases included; of an unlisted beer as read. */
  names: readonly string[]
  breweries: readonly string[]
  isListed: boolean
}

const WORD_LENGTH_MIN = 3
const ONE_EDIT_LENGTH_MIN = 5
const VARIANTS: ReadonlySet<string> = new Set(Object.values(WORDS.variants).flat())
/** The year of foundation is on most labels, and legible on few photos of them. */
const YEAR = /^1\d{3}$|^20\d{2}$/

/** Returns the distinct words of a label, folded. */
export const labelWords = (lines: readonly string[]): string[] => [...new Set(lines.flatMap(tokenize))]

/** Returns the similarity of the label just read and a remembered one, given by its `labelWords`, 0-1. */
export function labelSimilarity(read: ReadLabel): (remembered: readonly string[]) => number {
  const words = labelWords(read.lines)
  const some = words.filter(isLong)
  const naming = namingWords(words, read)
  return (remembered) => {
    if (isOneSided(words, remembered) || naming.some((isOn) => !remembered.some(isOn))) return 0
    const others = remembered.filter(isLong)
    return some.length + others.length === 0 ? 0 : (2 * countPairs(some, others)) / (some.length + others.length)
  }
}

/** True if the words of a label include a whole name of a beer. */
export function printsWholeName(words: readonly string[], names: readonly string[]): boolean {
  return names.map((name) => labelWords([name])).some((name) => name.length > 0 && without(name, words).length === 0)
}

/** True if the two differ in a variant or a number. */
function isOneSided(words: readonly string[], others: readonly string[]): boolean {
  return [...without(words, others), ...without(others, words)].some(isVariant)
}

/**
 * For each word by which the label names its beer or brewery, whether a word of another label is this one. The name of a listed beer is
 * known, so a word that is one edit away from it may be what led to the mistake.
 */
function namingWords(
  words: readonly string[],
  { names, breweries, isListed }: ReadLabel,
): ((other: string) => boolean)[] {
  const named = labelWords(names)
  const ofBrewery = labelWords(breweries).filter((word) => !TRADE_WORDS.has(word))
  const own = without(named, ofBrewery)
  const exact = isListed ? (own.length > 0 ? own : named) : []
  return [...named, ...ofBrewery]
    .filter((word) => isLong(word) && words.includes(word))
    .map((word) => (exact.includes(word) ? (other) => other === word : (other) => isAlike(word, other)))
}

/** Pairs equal words first, so that no word takes the partner of an equal one. */
function countPairs(words: readonly string[], others: readonly string[]): number {
  const left = without(others, words)
  let pairs = others.length - left.length
  for (const word of without(words, others)) {
    const partner = left.findIndex((other) => isAlike(word, other))
    if (partner < 0) continue
    left.splice(partner, 1)
    pairs += 1
  }
  return pairs
}

const without = (words: readonly string[], others: readonly string[]) => words.filter((word) => !others.includes(word))
const isLong = (word: string) => word.length >= WORD_LENGTH_MIN
const isVariant = (word: string) => VARIANTS.has(word) || (isNumber(word) && !YEAR.test(word))

function isAlike(a: string, b: string): boolean {
  return a === b || (Math.min(a.length, b.length) >= ONE_EDIT_LENGTH_MIN && editDistance(a, b, 1) <= 1)
}
