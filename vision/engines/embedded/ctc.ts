/**
 * Greedy (best-path) CTC decoding, after Graves et al. 2006: the most probable class at each time step, repeated classes
 * collapsed, blanks removed.
 */

export interface DecodedText {
  text: string
  /** 0-1: mean probability of the emitted characters; 0 for an empty text. */
  confidence: number
}

/** The probabilities of one line: `steps` rows of `characters.length` values from `offset` on; class 0 is the blank. */
export interface StepProbabilities {
  data: Float32Array
  offset: number
  steps: number
}

export function decodeCtc({ data, offset, steps }: StepProbabilities, characters: readonly string[]): DecodedText {
  const classes = characters.length
  let text = ''
  let sum = 0
  let count = 0
  let previous = 0
  for (let step = 0; step < steps; step++) {
    const row = offset + step * classes
    let best = 0
    let probability = data[row] ?? 0
    for (let index = 1; index < classes; index++) {
      const value = data[row + index] ?? 0
      if (value > probability) {
        best = index
        probability = value
      }
    }
    if (best !== 0 && best !== previous) {
      text += characters[best] ?? ''
      sum += probability
      count++
    }
    previous = best
  }
  return { text, confidence: count === 0 ? 0 : sum / count }
}
