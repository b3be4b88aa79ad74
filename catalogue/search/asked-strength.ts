/** What a search says about strength: 'ipa under 5', 'stout über 8,5 %', 'ipa 5-6%', 'bier zonder alcohol'. */
import { ABV_MAX_PERCENT } from '#contracts'
import { ALCOHOL_FREE_MAX, TOLERANCE } from '../identity/abv.ts'
import { EAST_ASIAN, foldText } from '../text/normalise.ts'
import { anyOf, WORD_START, WORDS } from '../words/word-lists.ts'

/** Percent by volume, both included. */
interface Strengths {
  min: number
  max: number
}

export interface AskedStrength {
  strengths: Strengths
  /** The query without what it says about strength. */
  others: string
  /** Folded phrases that it says it with. */
  phrases: readonly string[]
}

/** Strengths have two decimals: what is below 5 is at most this much less. */
const STEP = 0.01
/** 'Around 6' is what rounds to it. */
const AROUND = 0.5

const { between, to, and, around, below, above, atMost, atLeast, from, upTo } = WORDS.strengths
const { orLess, orMore, lessBehind, moreBehind, percent, units, particles, leadIn } = WORDS.strengths
const anyFolded = (words: readonly string[]) => anyOf(words.map(foldText))
const NO_LETTER = '(?![a-z])'
const NUMBER = String.raw`\d{1,2}(?:[.,]\d{1,2})?(?![.,]?\d)`
const PERCENT = ` ?(?:%|${anyFolded(percent)}${NO_LETTER})`
const UNIT = `(?: ?(?:%|${anyFolded([...percent, ...units])}${NO_LETTER})){0,2}`
/** In Japanese there may be no space in front of a percentage or a range of them: 'アルコール5〜6%'. */
const NUMBER_START = `(?:${WORD_START}|(?<=${EAST_ASIAN.source}|ー)(?=${NUMBER}(?:\\D{1,3}${NUMBER})?${PERCENT}))`
/** Not the decimals of another one. */
const FIRST_NUMBER = `${NUMBER_START}(?<![.,])${NUMBER}`
/** A percent sign ends a number, whatever follows it: '5%ipa'. */
const END = `(?:${anyFolded(particles)}|${NO_LETTER}|(?<=%))`
const inFront = (words: readonly string[]) => `${WORD_START}${anyFolded(words)} ?${NUMBER}${UNIT}${END}`
const behind = (words: readonly string[]) =>
  `${FIRST_NUMBER}${UNIT} ?${anyFolded(words)}${UNIT}(?!\\d)(?:${anyFolded(particles)})?`
const range = (words: readonly string[], unit: string) =>
  `${FIRST_NUMBER}${UNIT} ?${anyFolded(words)} ?${NUMBER}${unit}${END}`

/** Takes the place of a phrase; white space in queries is a space. */
const FOUND = '\n'
/** Not the 's' of 'Beck's'. */
const LEAD_IN = new RegExp(`(?:(?<![^ ])${anyFolded(leadIn)}[.:]? ?)*${FOUND}`, 'gu')

/** How strengths are asked for, by the one or two numbers in the words for it; longer forms come first. */
const FORMS: readonly { pattern: RegExp; asked: (first: number, second: number) => Partial<Strengths> }[] = [
  {
    // With its ending, but not with the Latin word that may follow a Japanese one.
    pattern: `${WORD_START}${anyFolded(WORDS.imports.alcoholFree).replaceAll(' ', '[- ]?')}(?:\\B[a-z]+|[а-я]+)?`,
    asked: () => ({ max: ALCOHOL_FREE_MAX }),
  },
  // Numbers alone may be a name: the words in front of a range, those between its ends or a percent sign show that it is none.
  ...[
    `${WORD_START}${anyFolded(between)} ${range([...to, ...and], UNIT)}`,
    range([...to, ...and], `${PERCENT}${UNIT}`),
    range(to, UNIT),
  ].map((pattern) => ({ pattern, asked: (min: number, max: number) => ({ min, max }) })),
  { pattern: inFront(around), asked: (number: number) => ({ min: number - AROUND, max: number + AROUND }) },
  { pattern: inFront(atMost), asked: (max: number) => ({ max }) },
  { pattern: inFront(atLeast), asked: (min: number) => ({ min }) },
  { pattern: inFront(below), asked: (number: number) => ({ max: number - STEP }) },
  { pattern: inFront(above), asked: (number: number) => ({ min: number + STEP }) },
  { pattern: behind(orLess), asked: (max: number) => ({ max }) },
  { pattern: behind(orMore), asked: (min: number) => ({ min }) },
  { pattern: behind(lessBehind), asked: (number: number) => ({ max: number - STEP }) },
  { pattern: behind(moreBehind), asked: (number: number) => ({ min: number + STEP }) },
  // Elsewhere a number behind it is part of a name: 'from 3 floyds'.
  ...[PERCENT, '(?=\\s*$)'].flatMap((end) => [
    { pattern: `${WORD_START}${anyFolded(from)} ?${NUMBER}${end}${END}`, asked: (min: number) => ({ min }) },
    { pattern: `${WORD_START}${anyFolded(upTo)} ?${NUMBER}${end}${END}`, asked: (max: number) => ({ max }) },
  ]),
  {
    pattern: `${FIRST_NUMBER}${PERCENT}${UNIT}${END}`,
    // '4.5%' is what a label says, and sources round it differently in the last digit.
    asked: (number: number) => ({ min: number - TOLERANCE.lastDigit, max: number + TOLERANCE.lastDigit }),
  },
].map(({ pattern, asked }) => ({ pattern: new RegExp(pattern, 'gu'), asked }))

/** Undefined for a query that says nothing about strength. */
export function askedStrength(query: string): AskedStrength | undefined {
  const strengths = { min: 0, max: ABV_MAX_PERCENT }
  const phrases: string[] = []
  let others = foldText(query).replace(/\s+/gu, ' ')
  for (const { pattern, asked } of FORMS) {
    others = others.replace(pattern, (phrase) => {
      const [first = 0, second = 0] = (phrase.match(/\d+(?:[.,]\d+)?/g) ?? []).map((number) =>
        Number(number.replace(',', '.')),
      )
      const { min = 0, max = ABV_MAX_PERCENT } = asked(first, second)
      if (min > max || min > ABV_MAX_PERCENT) return phrase
      strengths.min = Math.max(strengths.min, toHundredths(min))
      strengths.max = Math.min(strengths.max, toHundredths(max))
      phrases.push(phrase.trim())
      return FOUND
    })
  }
  return phrases.length > 0 ? { strengths, others: others.replace(LEAD_IN, ' '), phrases } : undefined
}

/** 16.2 - 0.01 is less than 16.19. */
function toHundredths(percent: number): number {
  return Math.round(percent * 100) / 100
}
