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

/** What is compared of a text: a photographed label has less, an imported one may have any length. */
const CHARS_MAX = 4_000
const WORDS_MAX = 200
const WORD_LENGTH_MIN = 3
const ONE_EDIT_LENGTH_MIN = 5
const VARIANTS: ReadonlySet<string> = new Set(Object.values(WORDS.variants).flat())
/** The year of foundation is on most labels, and legible on few photos of them. */
const YEAR = /^1\d{3}$|^20\d{2}$/

/** Returns the distinct words of a label, folded. */
export function labelWords(lines: readonly string[]): Set<string> {
  const words = new Set<string>()
  let chars = 0
  for (const line of lines) {
    for (const word of tokenize(line.slice(0, CHARS_MAX - chars))) {
      if (words.size < WORDS_MAX) words.add(word)
    }
    chars += line.length
    if (chars >= CHARS_MAX || words.size >= WORDS_MAX) break
  }
  return words
}

/** Returns the similarity of the label just read and a remembered one, given by its `labelWords`, 0-1. */
export function labelSimilarity(read: ReadLabel): (remembered: ReadonlySet<string>) => number {
  const words = labelWords(read.lines)
  const length = countLong(words)
  const naming = namingWords(words, read)
  return (remembered) => {
    const [left, others] = [without(words, remembered), without(remembered, words)]
    if (left.some(isVariant) || others.some(isVariant)) return 0
    if (naming.some(({ word, isExact }) => !remembered.has(word) && (isExact || ![...remembered].some(isAlike(word)))))
      return 0
    const lengths = length + countLong(remembered)
    const equal = length - countLong(left)
    return lengths === 0 ? 0 : (2 * (equal + countAlike(left, others))) / lengths
  }
}

/** True if the words of a label include a whole name of a beer. */
export function printsWholeName(words: ReadonlySet<string>, names: readonly string[]): boolean {
  return names.map((name) => labelWords([name])).some((name) => name.size > 0 && without(name, words).length === 0)
}

/**
 * The words by which the label names its beer or brewery. The name of a listed beer is known, so a word that is one edit away from
 * it may be what led to the mistake: only the exact word is the same.
 */
function namingWords(
  words: ReadonlySet<string>,
  { names, breweries, isListed }: ReadLabel,
): { word: string; isExact: boolean }[] {
  const named = labelWords(names)
  const ofBrewery = new Set([...labelWords(breweries)].filter((word) => !TRADE_WORDS.has(word)))
  const own = without(named, ofBrewery)
  const exact = new Set(isListed ? (own.length > 0 ? own : named) : [])
  return [...named, ...ofBrewery]
    .filter((word) => isLong(word) && words.has(word))
    .map((word) => ({ word, isExact: exact.has(word) }))
}

/** Counts the pairs of words at one edit. What is on both labels is not among them: no word takes the partner of an equal one. */
function countAlike(words: readonly string[], others: readonly string[]): number {
  const left = others.filter(mayHaveAnEdit)
  let pairs = 0
  for (const word of words.filter(mayHaveAnEdit)) {
    const partner = left.findIndex(isAlike(word))
    if (partner < 0) continue
    left.splice(partner, 1)
    pairs += 1
  }
  return pairs
}

const without = (words: ReadonlySet<string>, others: ReadonlySet<string>) =>
  [...words].filter((word) => !others.has(word))

function countLong(words: Iterable<string>): number {
  let count = 0
  for (const word of words) if (isLong(word)) count += 1
  return count
}

const isLong = (word: string) => word.length >= WORD_LENGTH_MIN
const mayHaveAnEdit = (word: string) => word.length >= ONE_EDIT_LENGTH_MIN
const isVariant = (word: string) => VARIANTS.has(word) || (isNumber(word) && !YEAR.test(word))

const isAlike = (word: string) => (other: string) =>
  mayHaveAnEdit(word) && mayHaveAnEdit(other) && editDistance(word, other, 1) <= 1
