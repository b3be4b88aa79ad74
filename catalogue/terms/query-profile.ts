/**
 * The query profile of the term index: the terms that a typed word may mean, exactly, as a prefix, as a synonym or with
 * typos, each with a quality.
 */
import { foldedWords } from '../text/folded-words.ts'
import { EAST_ASIAN } from '../text/normalise.ts'
import { WORDS } from '../words/word-lists.ts'
import type { PrefixMatch, Term } from './sorted-terms.ts'
import type { TermIndex } from './term-index.ts'

/** 'exact' takes words as they are typed, 'fuzzy' allows for typos. */
export type Expansion = 'exact' | 'fuzzy'

export interface TermMatch {
  term: Term
  /** 0-1. */
  quality: number
  edits: number
  /** False when the term continues beyond what was typed. */
  isWhole: boolean
}

const QUALITY = { exact: 1, synonym: 0.96, joined: 1, prefix: 0.9, oneEdit: 0.82, twoEdits: 0.7 }
/** Factor for a term that continues after a prefix with typos. */
const PREFIX_WITH_EDITS = 0.9
/** Least letters of a word for one edit, one edit in its first letter, two edits, and one edit in a prefix. */
const MIN_LENGTH = { oneEdit: 3, editInFirstLetter: 4, twoEdits: 7, editInPrefix: 5 }
/** How many words may be one in a name, and its least letters: 'all day', 'van de streek'. */
const JOINED_WORDS = [2, 3]
const JOINED_MIN_LENGTH = 5
/** Least letters of a word that may be two run together, and of either of them: 'allday', 'latrappe'. */
const SPLIT_MIN_LENGTH = 6
const PART_MIN_LENGTH = { head: 2, tail: 3 }
/** The same in Chinese, Japanese and Korean, where there may be more than two. */
const EAST_ASIAN_MIN_LENGTH = { word: 4, part: 2 }
/** ä, ö, ü, ø and å as they are typed on other keyboards. */
const TWO_LETTER_VOWEL = /[aou]e|aa/gu
/** Shorter words have such letters of their own: 'blue', 'true'. */
const ONE_LETTER_MIN_LENGTH = 5

/** Another number is another beer, and each Han character is a word of its own. */
const EXACT_ALONE = /\d|\p{Script=Han}/u

const SYNONYMS_OF = new Map(
  WORDS.synonyms
    .map((group) => foldedWords(...group))
    .flatMap((group) => group.map((word) => [word, group.filter((other) => other !== word)] as const)),
)
const INDIA_PALE_ALE = ['india', 'pale', 'ale']

/**
 * The terms that each folded word of a query may mean. A word that is two terms run together becomes two entries. `isUsed`
 * rejects terms whose beers and breweries have all been removed.
 */
export function expandQuery(
  words: readonly string[],
  index: TermIndex,
  expansion: Expansion,
  isUsed: (term: Term) => boolean,
): TermMatch[][] {
  const splits = words.map((word) => splitWord(word, index))
  const parts = splits.flatMap(([first]) => first ?? [])
  const matches = words.flatMap((word, at) => {
    const whole = expandTerm(word, index, expansion, isUsed)
    const [first = [word], ...others] = splits[at] ?? []
    if (first.length === 1) return [whole]
    // The word may also be one with a typo: 'gin ness', 'guinness'.
    return first.map((_, place) => [
      ...[first, ...others].flatMap((split) => expandTerm(split[place] ?? word, index, 'exact', isUsed)),
      ...whole,
    ])
  })
  for (const at of parts.keys())
    for (const end of JOINED_WORDS.map((count) => at + count)) {
      const joined = end <= parts.length ? index.get(parts.slice(at, end).join('')) : undefined
      if (!joined || joined.text.length < JOINED_MIN_LENGTH) continue
      for (const each of matches.slice(at, end))
        each.push({ term: joined, quality: QUALITY.joined, edits: 0, isWhole: true })
    }
  const ipa = index.get('ipa')
  const from = parts.findIndex((_, at) => INDIA_PALE_ALE.every((word, offset) => parts[at + offset] === word))
  if (ipa && from >= 0)
    for (const each of matches.slice(from, from + INDIA_PALE_ALE.length))
      each.push({ term: ipa, quality: QUALITY.synonym, edits: 0, isWhole: true })
  return matches
}

function expandTerm(
  word: string,
  index: TermIndex,
  expansion: Expansion,
  isUsed: (term: Term) => boolean,
): TermMatch[] {
  const found = new Map<Term, TermMatch>()
  const offer = (match: PrefixMatch, quality: number) => {
    if ((found.get(match.term)?.quality ?? 0) < quality) found.set(match.term, { ...match, quality })
  }
  for (const match of index.startingWith(word)) offer(match, match.isWhole ? QUALITY.exact : QUALITY.prefix)
  const plain = word.replace(TWO_LETTER_VOWEL, (letters) => letters.charAt(0))
  if (plain !== word && plain.length >= ONE_LETTER_MIN_LENGTH)
    for (const match of index.startingWith(plain)) offer(match, match.isWhole ? QUALITY.synonym : QUALITY.prefix)
  for (const synonym of SYNONYMS_OF.get(word) ?? []) {
    const term = index.get(synonym)
    if (term) offer({ term, edits: 0, isWhole: true }, QUALITY.synonym)
  }
  if (expansion === 'fuzzy' && word.length >= MIN_LENGTH.oneEdit && !EXACT_ALONE.test(word)) {
    const prefixes = word.length >= MIN_LENGTH.editInPrefix
    const matches = index.withinEdits(word, {
      limit: 1,
      sameFirstLetter: word.length < MIN_LENGTH.editInFirstLetter,
      prefixes,
    })
    const isFound = [...found.keys(), ...matches.map(({ term }) => term)].some(isUsed)
    if (!isFound && word.length >= MIN_LENGTH.twoEdits)
      matches.push(...index.withinEdits(word, { limit: 2, sameFirstLetter: true, prefixes }))
    for (const match of matches) {
      const quality = match.edits <= 1 ? QUALITY.oneEdit : QUALITY.twoEdits
      offer(match, match.isWhole ? quality : quality * PREFIX_WITH_EDITS)
    }
  }
  return [...found.values()]
}

/**
 * 'sierranevada' and 'rochefort10' are two words when no term starts with them. There may be several ways to split one, all with as many
 * parts: 'ghostship' is 'ghosts hip' and 'ghost ship'.
 */
function splitWord(word: string, index: TermIndex): string[][] {
  for (const _ of index.startingWith(word)) return [[word]]
  const isKnown = (part: string) => index.has(part)
  if (/\d/.test(word)) {
    const parts = word.match(/\d+(?:\.\d+)?|\D+/g) ?? []
    return [parts.every(isKnown) ? parts : [word]]
  }
  if (EAST_ASIAN.test(word)) return [splitEastAsian(word, isKnown) ?? [word]]
  if (word.length < SPLIT_MIN_LENGTH) return [[word]]
  const splits: string[][] = []
  for (let cut = word.length - PART_MIN_LENGTH.tail; cut >= PART_MIN_LENGTH.head; cut--) {
    const parts = [word.slice(0, cut), word.slice(cut)]
    if (parts.every(isKnown)) splits.push(parts)
  }
  return splits.length > 0 ? splits : [[word]]
}

/** The fewest known words that one without spaces consists of: '카스프레시' is '카스 프레시'. */
function splitEastAsian(word: string, isKnown: (part: string) => boolean): string[] | undefined {
  const { word: least, part: shortest } = EAST_ASIAN_MIN_LENGTH
  if (word.length < least) return undefined
  const splits: (string[] | undefined)[] = [[]]
  for (let end = 1; end <= word.length; end++) {
    for (let start = 0; start <= end - shortest; start++) {
      const before = splits[start]
      const isFewer = before !== undefined && before.length + 1 < (splits[end]?.length ?? Number.POSITIVE_INFINITY)
      const part = word.slice(start, end)
      if (isFewer && isKnown(part)) splits[end] = [...before, part]
    }
  }
  return splits[word.length]
}
