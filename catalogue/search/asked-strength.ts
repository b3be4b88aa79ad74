/** What a search says about strength: 'ipa under 5', 'stout über 8,5 %', 'tripel > 9'. */
import { foldText } from '../text/normalise.ts'
import { anyOf, WORD_END, WORD_START, WORDS } from '../words/word-lists.ts'

/** Percent by volume, both included. */
export interface Strengths {
  min: number
  max: number
}

export interface AskedStrength {
  strengths: Strengths
  /** The query without what it says about strength. */
  others: string
}

/** Strengths have two decimals: what is below 5 is at most this much less. */
const STEP = 0.01
/** Above the strongest beers there are. */
const MAX_PERCENT = 70
const { below, above, atMost, atLeast, orLess, orMore, units } = WORDS.strengths
const anyFolded = (words: readonly string[]) => anyOf(words.map(foldText))
const NUMBER = String.raw`(\d{1,2}(?:[.,]\d{1,2})?)(?![.,]?\d)`
const UNIT = `(?: ?(?:%|${anyFolded(units)}${WORD_END})){0,2}`
const inFront = (words: readonly string[]) => `${WORD_START}${anyFolded(words)} ?${NUMBER}${UNIT}${WORD_END}`
const behind = (words: readonly string[]) => `${WORD_START}${NUMBER}${UNIT} ?${anyFolded(words)}`
const COMPARED = [
  { pattern: inFront(atMost), isMax: true, step: 0 },
  { pattern: inFront(atLeast), isMax: false, step: 0 },
  { pattern: inFront(below), isMax: true, step: STEP },
  { pattern: inFront(above), isMax: false, step: STEP },
  { pattern: behind(orLess), isMax: true, step: 0 },
  { pattern: behind(orMore), isMax: false, step: 0 },
].map(({ pattern, ...comparison }) => ({ pattern: new RegExp(pattern, 'gu'), ...comparison }))

/** Undefined for a query that says nothing about strength. */
export function askedStrength(query: string): AskedStrength | undefined {
  const strengths = { min: 0, max: MAX_PERCENT }
  let others = foldText(query).replace(/\s+/gu, ' ')
  for (const { pattern, isMax, step } of COMPARED) {
    others = others.replace(pattern, (_all, number: string) => {
      const percent = Number(number.replace(',', '.'))
      if (isMax) strengths.max = Math.min(strengths.max, toHundredths(percent - step))
      else strengths.min = Math.max(strengths.min, toHundredths(percent + step))
      return ' '
    })
  }
  return strengths.min > 0 || strengths.max < MAX_PERCENT ? { strengths, others } : undefined
}

/** 16.2 - 0.01 is less than 16.19. */
function toHundredths(percent: number): number {
  return Math.round(percent * 100) / 100
}
