/** Distinguishes a brewery that lines name from one whose words they only contain: 'Stay curious', 'Portland OR', 'MOORHEN' for Moor. */
import { type BreweryHit, type Catalogue, foldText, lettersOf } from '#catalogue'
import type { PlacedLine } from '../lines/layout.ts'
import { GRAMMATICAL_WORDS } from './grammatical-words.ts'
import { ARTICLES, breweryOnLine, CLAUSE_END, TRADE_WORD, withoutLeadIn } from './printed-brewery.ts'

/** Minimum share of the letters of a line that are the brewery's name. */
const COVERED_MIN = 0.5
const SENTENCE_WORDS = new Set([...GRAMMATICAL_WORDS, 'and'])
const SEVERAL_SENTENCES = /\p{L}{4}[.!?]\s+\p{L}|\p{Ll}{4}[.!?]\p{Lu}/u
/** Shorter words match parts of names and each other by chance. */
const LONG = 5

interface NamingLines {
  lines: PlacedLine[]
  /** Share of their letters, common words apart, that are the name. */
  covered: number
}

/** Those lines of a hit that name the brewery. */
export function namingLines(catalogue: Catalogue, hit: BreweryHit, lines: readonly PlacedLine[]): NamingLines {
  const isNaming = namingWords(catalogue, hit)
  const isCommon = (word: string) => catalogue.isCommonWord(word)
  const isName = (text: string) => wordsOf(text).some((word) => /\p{L}{3}/u.test(word) && !isCommon(word))
  const share = (words: readonly string[]) => {
    const counted = words.filter((word) => word.length > 1 && (isNaming(word) || !isCommon(word)))
    return lettersIn(counted.filter(isNaming)) / Math.max(1, lettersIn(counted))
  }
  const naming = hit.lines.flatMap((index) => {
    const line = lines[index]
    if (!line) return []
    const { text } = line.line
    const words = wordsOf(nameOn(text, isName))
    const isAlone = words.filter((word) => isNaming(word) && !isCommon(word)).length < 2 && !TRADE_WORD.test(text)
    if (share(words) < COVERED_MIN || (isAlone && isSentence(text, words, isNaming, isCommon))) return []
    return [{ line, words }]
  })
  return { lines: naming.map(({ line }) => line), covered: share(naming.flatMap(({ words }) => words)) }
}

/** Returns whether a word is of a name of the brewery, possibly misread, or run together of its words. */
function namingWords(catalogue: Catalogue, { breweryId, name }: BreweryHit): (word: string) => boolean {
  const names = [name, ...(breweryId === null ? [] : (catalogue.brewery(breweryId)?.aliases ?? []))]
  const own = new Set(names.flatMap(wordsOf).map(lettersOf))
  const joined = names.map(lettersOf)
  return (word) => {
    const letters = lettersOf(word)
    const isPart = letters.length >= LONG && joined.some((one) => one.includes(letters))
    return own.has(letters) || isPart || [...own].some((one) => isMisread(letters, one))
  }
}

function lettersIn(words: readonly string[]): number {
  return [...new Set(words.map(lettersOf))].join('').length
}

/** The part of a line that may be the name of a brewery. */
function nameOn(text: string, isName: (text: string) => boolean): string {
  const word = TRADE_WORD.exec(text)?.[0]
  if (word === undefined) {
    const made = withoutLeadIn(text)
    return made === text ? text : (made.split(CLAUSE_END, 1)[0] ?? '')
  }
  const brewery = breweryOnLine(text, isName, word)
  if (brewery === 'other') return ''
  if (brewery !== 'unnamed') return brewery.brand
  // 'Brewing Co. Portland': what follows is a place.
  return /ewing/iu.test(word) ? text.slice(0, text.indexOf(word)) : text.replace(word, ' ')
}

/** True if another name is before the brewery or joined to it, or if words beside it are grammatical or go on in lower case. */
function isSentence(
  text: string,
  words: readonly string[],
  isNaming: (word: string) => boolean,
  isCommon: (word: string) => boolean,
): boolean {
  const [first = '', ...next] = words
  const name = words.find((word) => !isCommon(word))
  if (SEVERAL_SENTENCES.test(text) || (name !== undefined && !isNaming(name))) return true
  const beside = (ARTICLES.includes(foldText(first)) ? next : words).filter((word) => !isNaming(word))
  if (/[&+]/u.test(text) && beside.some((word) => !isCommon(word))) return true
  const isCapitalised = /^\p{Lu}/u.test(first)
  return beside.some(
    (word) => SENTENCE_WORDS.has(foldText(word)) || (isCapitalised && /^\p{Ll}/u.test(word) && !isCommon(word)),
  )
}

/** True if the words differ in two neighbouring letters at most. */
function isMisread(word: string, known: string): boolean {
  const [shorter, longer] = [Math.min(word.length, known.length), Math.max(word.length, known.length)]
  let [start, end] = [0, 0]
  while (start < shorter && word[start] === known[start]) start++
  while (end < shorter - start && word.at(-1 - end) === known.at(-1 - end)) end++
  return shorter >= LONG && longer - start - end <= 2
}

function wordsOf(text: string): string[] {
  return text.split(/[^\p{L}\p{M}\p{N}'’]+/u).filter((word) => word !== '')
}
