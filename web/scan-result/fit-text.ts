/** Wraps text for a canvas, which has no line breaking of its own. */

export interface FittedText {
  lines: string[]
  /** False when the text was truncated with an ellipsis. */
  isWhole: boolean
}

/** Scripts without spaces between words break after every character. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u
const ELLIPSIS = '…'

/** Returns at most `linesMax` lines, none wider than `width` by `widthOf`. */
export function fitText(text: string, width: number, linesMax: number, widthOf: (text: string) => number): FittedText {
  const pieces = piecesOf(text.trim().replace(/\s+/g, ' '), (piece) => widthOf(piece) <= width)
  const lines: string[] = []
  let line = ''
  for (const [place, piece] of pieces.entries()) {
    if (widthOf((line + piece).trimEnd()) <= width) {
      line += piece
      continue
    }
    if (lines.length === linesMax - 1) {
      lines.push(cut(line + pieces.slice(place).join(''), width, widthOf))
      return { lines, isWhole: false }
    }
    lines.push(line.trimEnd())
    line = piece
  }
  if (line !== '') lines.push(line.trimEnd())
  return { lines, isWhole: true }
}

/**
 * Splits at the possible break positions: words with their trailing space, and the characters of words wider than a
 * line.
 */
function piecesOf(text: string, fits: (piece: string) => boolean): string[] {
  return text
    .split(/(?<= )/)
    .flatMap((word) => (UNSPACED.test(word) || !fits(word.trimEnd()) ? charactersOf(word) : [word]))
}

/** Splits into graphemes. A space stays with the grapheme before it. */
function charactersOf(word: string): string[] {
  const characters = [...new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(word)].map(
    ({ segment }) => segment,
  )
  return characters.reduce<string[]>((pieces, character) => {
    if (character === ' ' && pieces.length > 0) pieces.push(`${pieces.pop()} `)
    else pieces.push(character)
    return pieces
  }, [])
}

function cut(text: string, width: number, widthOf: (text: string) => number): string {
  const characters = charactersOf(text)
  let length = characters.length
  while (length > 0 && widthOf(characters.slice(0, length).join('').trimEnd() + ELLIPSIS) > width) length -= 1
  return characters.slice(0, length).join('').trimEnd() + ELLIPSIS
}
