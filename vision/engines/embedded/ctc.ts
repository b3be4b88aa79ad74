/**
 * Decodes the probabilities of a CTC network (Graves et al. 2006) in two ways: into the text of the best path, where the most
 * probable class of each time step is taken, repeated classes are collapsed and blanks removed; and into a lattice, which also
 * keeps what else each step may be. Spaces need not be on the best path: see `SPACE_MIN`.
 */
import type { CharacterLattice } from '../../reading.ts'

export interface DecodedText {
  text: string
  /** 0-1: mean probability of the emitted characters; 0 for an empty text. */
  confidence: number
  lattice: CharacterLattice
}

/** The probabilities of one line: `steps` rows of `characters.length` values from `offset` on; class 0 is the blank. */
export interface StepProbabilities {
  data: Float32Array
  offset: number
  steps: number
}

/** Columns of the lattices. */
const BLANK = '_'
const OTHER = '?'
const SYMBOLS = `${BLANK}${OTHER} abcdefghijklmnopqrstuvwxyz0123456789`
/** The unit of the costs: 1/16 nat. */
const COSTS_PER_NAT = 16
const COST_MAX = 255
/** Classes below this probability are ignored: together they change no cost that matters. */
const PROBABILITY_MIN = 1e-5

/**
 * From this probability of a space anywhere between two characters on, there is one. The network has a space compete with the blank, which looks
 * alike, and prefers the blank: on photographs, a quarter of the spaces between words are not on the best path, nearly all of them
 * reach this value, and within words hardly anything does.
 */
const SPACE_MIN = 0.05

/** Letters that do not decompose into a base letter and an accent; the catalogue folds its terms alike. */
const PLAIN_LETTERS: Readonly<Record<string, string>> = {
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  ĸ: 'k',
  ŋ: 'n',
  ŧ: 't',
}

/** The columns of all classes, computed once for each set of characters. */
const columnsOf = new WeakMap<readonly string[], Uint8Array>()

/** Decodes one line. `characters` has the character of each class, '' for the blank. */
export function decodeCtc({ data, offset, steps }: StepProbabilities, characters: readonly string[]): DecodedText {
  const classes = characters.length
  const columns = columnsOf.get(characters) ?? toColumns(characters)
  const costs = new Uint8Array(steps * SYMBOLS.length)
  const folded = new Float64Array(SYMBOLS.length)
  const space = characters.indexOf(' ')
  /** That there is no space behind the last character. */
  let noSpace = 1
  let text = ''
  let sum = 0
  let count = 0
  let previous = 0
  for (let step = 0; step < steps; step++) {
    const row = offset + step * classes
    let best = 0
    let probability = 0
    folded.fill(0)
    for (let index = 0; index < classes; index++) {
      const value = data[row + index] ?? 0
      if (value < PROBABILITY_MIN) continue
      const column = columns[index] ?? 0
      folded[column] = (folded[column] ?? 0) + value
      if (value > probability) {
        best = index
        probability = value
      }
    }
    for (let column = 0; column < SYMBOLS.length; column++)
      costs[step * SYMBOLS.length + column] = toCost(folded[column] ?? 0)
    if (best !== 0 && best !== previous) {
      const character = characters[best] ?? ''
      if (1 - noSpace >= SPACE_MIN && mayFollowSpace(text, character)) text += ' '
      text += character
      noSpace = 1
      sum += probability
      count++
    } else if (space > 0) noSpace *= 1 - (data[row + space] ?? 0)
    previous = best
  }
  return { text, confidence: count === 0 ? 0 : sum / count, lattice: { symbols: SYMBOLS, steps, costs } }
}

/** Not at the start, beside another space, or in '5.1', which is printed wide. */
function mayFollowSpace(before: string, character: string): boolean {
  if (character === ' ' || before === '' || before.endsWith(' ')) return false
  return !(/\d[.,]$/.test(before) && /\d/.test(character))
}

function toCost(probability: number): number {
  if (probability <= 0) return COST_MAX
  return Math.min(COST_MAX, Math.max(0, Math.round(-COSTS_PER_NAT * Math.log(probability))))
}

/**
 * Letters lose case and accents. What is no digit, space or single letter from a to z then is `OTHER`, such as ß, which the terms
 * spell with two letters.
 */
function toColumns(characters: readonly string[]): Uint8Array {
  const columns = Uint8Array.from(characters, (character) => {
    if (character === '') return SYMBOLS.indexOf(BLANK)
    const folded = character.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
    const letter = PLAIN_LETTERS[folded] ?? folded
    return /^[a-z0-9 ]$/.test(letter) ? SYMBOLS.indexOf(letter) : SYMBOLS.indexOf(OTHER)
  })
  columnsOf.set(characters, columns)
  return columns
}
