/** OCR lines for tests of what comes after the OCR. */
import fc from 'fast-check'
import type { TextLine } from '#vision'

export interface TextShape {
  /** Percent of the photo. */
  height?: number
  /** Percent of the photo; by default that of an average font. */
  width?: number
  /** Vertical shift per horizontal unit; a positive slope lowers the right end. */
  slope?: number
  confidence?: number
}

/** Width of an average letter, as a share of its height. */
const LETTER_WIDTH = 0.55

/** A line of text with its top left corner at (x, y), in percent of the photo. */
export function aTextLine(text: string, x: number, y: number, shape: TextShape = {}): TextLine {
  const { height = 2, width = text.length * height * LETTER_WIDTH, slope = 0, confidence = 0.97 } = shape
  const [right, drop] = [x + width, width * slope]
  const corners = [
    { x, y },
    { x: right, y: y + drop },
    { x: right, y: y + height + drop },
    { x, y: y + height },
  ] as const
  return { text, confidence, corners, rotation: 0 }
}

/** Lines of all sizes anywhere in the photo, for properties that hold for each. */
export const anyTextLine = fc
  .record({
    x: fc.double({ min: 0, max: 80, noNaN: true }),
    y: fc.double({ min: 0, max: 90, noNaN: true }),
    width: fc.double({ min: 1, max: 20, noNaN: true }),
    height: fc.double({ min: 1, max: 8, noNaN: true }),
  })
  .map(({ x, y, width, height }) => aTextLine('word', x, y, { width, height }))
