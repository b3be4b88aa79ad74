/**
 * Tokenizes names and printed lines alike. Volumes, prices and degrees are removed, and synonyms and spelling variants become
 * one token ('triple' is 'tripel', 'India Pale Ale' is 'ipa', 'alkoholfrei' is '0.0'). The term index splits words that run
 * together.
 */
import { anyOf, WORDS } from '../words/word-lists.ts'
import { foldText } from './normalise.ts'

/** The token for every expression of 'alcohol-free'. */
export const ALCOHOL_FREE = '0.0'

const MEASURES =
  /(?:(?:\balc\b|\balk\b)[.:\s]*|(?<![.:\s])[.:\s]+)?(?<!\d)\d+(?:[.,]\d+)?\s*(?:%(?:\s*(?:vol|abv|alc))?|ml\b|cl\b|dl\b|l\b|ltr\b|lit(?:er|re)s?\b|fl\.?\s?oz\b|oz\b|kcal\b|kj\b|g\b|pints?\b|[ei]bus?\b|ebc\b|[°º]\s*[cf]\b|[€¥]|eur\b|chf\b|kr\b|kc\b|zl\b)|[$€£¥]\s*\d+(?:[.,]\d+)?/gu
/** But not '0% fat'. */
const ZERO_PERCENT =
  /(?<![\d.,])(?:0[.,]0+(?:\s*%)?|0[.,]5\s*%|0\s*%)(?![\d.,]|\s*%|\s*[a-z]?l\b|\s*g\b|\s*(?:fat|fett|gras|grasas?|grassi|sugars?|zucker|sucres?|suiker|azucar(?:es)?|zuccheri|carbs?|gluten)\b)/gu
const ELISION = /(?<!\p{L})(d|l|dell|all|qu|n)['’‘`](?=\p{L})/gu
const APOSTROPHE = /(?<=\p{L})['’‘`](?=\p{L})/gu
/** 'Labatt50', '25West': OCR loses the space next to a number more often than any other. */
const NUMBER_BESIDE_WORD = /(?<=\p{L}{3})(?=\d{2})|(?<=\d{2})(?=\p{L}{4})/gu
const WORD = /(?<!\d)\d+[.,]\d+(?![\p{L}\d])|[\p{L}\p{N}]+/gu

/** Which words make a phrase is data; that their spaces may be missing, and how a number is written, is grammar. */
const PHRASES = Object.entries(WORDS.phrases).map(([tokens, phrases]) => {
  const anyPhrase = phrases.map((places) => places.map(anyOf).join(' ?')).join('|')
  return [new RegExp(`(?<![^ ])(?:${anyPhrase})(?![^ ])`, 'gu'), tokens] as const
})
const ANY_PHRASE = new RegExp(PHRASES.map(([phrase]) => phrase.source).join('|'), 'u')
const ZERO = /(?<![^ ])0[.,]0+(?![^ ])/g
/** Most names: only phrases are to be replaced. Looking for that first halves the time for a whole catalogue. */
const PLAIN_WORDS = /^[a-z]+(?: [a-z]+)*$/

const TOKEN_OF = new Map(
  Object.entries(WORDS.spellings).flatMap(([token, spellings]) => spellings.map((word) => [word, token] as const)),
)

/** Says alcohol-free on a label, but is also a word of names: 'Zero Gravity', 'Zero Carb', 'Sub Zero'. */
const AMBIGUOUS_ZERO = 'zero'

/** Returns the folded tokens of a text in order. Decimal numbers have a point: '6.66'. */
export function tokenize(text: string): string[] {
  return wordsOf(text).map(tokenOf)
}

/** True if the text says alcohol-free in more than the word 'zero' alone, which may be part of a name. */
export function statesAlcoholFree(text: string): boolean {
  return wordsOf(text).some((word) => word !== AMBIGUOUS_ZERO && tokenOf(word) === ALCOHOL_FREE)
}

function tokenOf(word: string): string {
  return TOKEN_OF.get(word) ?? word.replace(/^(\d+),(\d+)$/, '$1.$2')
}

/** The folded words, with phrases already replaced by their tokens. */
function wordsOf(text: string): string[] {
  const folded = foldText(text)
  let joined = PLAIN_WORDS.test(folded) ? folded : withoutMeasures(folded)
  if (ANY_PHRASE.test(joined)) for (const [phrase, tokens] of PHRASES) joined = joined.replace(phrase, tokens)
  return joined === '' ? [] : joinSpacedLetters(joined.split(' '))
}

/** The words of a folded text with single spaces. */
function withoutMeasures(folded: string): string {
  const words = folded
    .replace(ZERO_PERCENT, ` ${ALCOHOL_FREE} `)
    .replace(MEASURES, ' ')
    .replace(ELISION, '$1 ')
    .replace(APOSTROPHE, '')
    .replace(NUMBER_BESIDE_WORD, ' ')
    .match(WORD)
  return (words ?? []).join(' ').replace(ZERO, ALCOHOL_FREE)
}

/** True for digits with or without decimals. */
export function isNumber(word: string): boolean {
  return /^\d+(?:\.\d+)?$/.test(word)
}

/** Joins three or more single letters in a row: OCR returns widely spaced capitals as 'l e f f e'. */
function joinSpacedLetters(words: string[]): string[] {
  if (words.filter((word) => word.length === 1).length < 3) return words
  const joined: string[] = []
  let run: string[] = []
  const flush = () => {
    if (run.length >= 3) joined.push(run.join(''))
    else joined.push(...run)
    run = []
  }
  for (const word of words) {
    if (/^\p{L}$/u.test(word)) run.push(word)
    else {
      flush()
      joined.push(word)
    }
  }
  flush()
  return joined
}
