/** Where a label is on the photo. */
import { type LabelBox, outcomeOf } from '#contracts'
import { boxIn, type Frame, type PlacedLine } from './layout.ts'

/**
 * The box around the lines that support a sure answer. A user who is asked has to see more: the box around all lines of the
 * label.
 */
export function listedBox(
  frame: Frame,
  support: readonly PlacedLine[],
  label: readonly PlacedLine[],
  confidence: number,
): LabelBox | null {
  const outcome = outcomeOf({ listed: true, confidence: Math.round(confidence * 100) })
  return boxIn(frame, outcome === 'sure' && support.length > 0 ? support : label)
}
