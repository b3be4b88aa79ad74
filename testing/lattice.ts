/** Character lattices for tests of what comes after the OCR. */
import type { TextLine } from '#vision'

type CharacterLattice = NonNullable<TextLine['lattice']>

export const SYMBOLS = '_? abcdefghijklmnopqrstuvwxyz0123456789'
const IMPOSSIBLE = 255

/** Each step names its symbols with their probabilities; all others are impossible. */
export function latticeOf(...steps: Record<string, number>[]): CharacterLattice {
  const costs = new Uint8Array(steps.length * SYMBOLS.length).fill(IMPOSSIBLE)
  steps.forEach((step, row) => {
    for (const [symbol, probability] of Object.entries(step))
      costs[row * SYMBOLS.length + SYMBOLS.indexOf(symbol)] = Math.round(-16 * Math.log(probability))
  })
  return { symbols: SYMBOLS, steps: steps.length, costs }
}

/** A line that is read as these letters, with a blank after each; of 'u/v' the first is read and the second nearly as likely. */
export function latticeOfLetters(...letters: string[]): CharacterLattice {
  return latticeOf(
    ...letters.flatMap((letter) => {
      const [read = '', meant = read] = letter.split('/')
      return [read === meant ? { [read]: 0.98 } : { [read]: 0.6, [meant]: 0.3 }, { _: 0.98 }]
    }),
  )
}
