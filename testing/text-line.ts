/** OCR lines for tests of what comes after the OCR. */
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
