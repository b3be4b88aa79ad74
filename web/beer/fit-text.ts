/** Breaks words into lines of a width, for pictures: a browser does this for pages only. */

export interface FittedText {
  lines: string[]
  /** False when the end was cut off and the last line ends in an ellipsis. */
  isWhole: boolean
}

/** Scripts that are written without spaces break after every character. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u
const ELLIPSIS = '…'

/** At most `linesMax` lines, none wider than `width`, as measured by `widthOf`. */
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

/** What may stand at the begin of a line: words with the space after them, and the characters of words too long for one. */
function piecesOf(text: string, fits: (piece: string) => boolean): string[] {
  return text
    .split(/(?<= )/)
    .flatMap((word) => (UNSPACED.test(word) || !fits(word.trimEnd()) ? charactersOf(word) : [word]))
}

/** Characters as people count them: an accent stays on its letter. A space stays with what it follows. */
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
