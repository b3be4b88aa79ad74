import type { Correction } from '#contracts'
import { oneLine } from '../../adapters/one-line.ts'

/** The texts of users are printed in a terminal and written to data files. */
export function tidied(correction: Correction): Correction {
  const { name, brewery, style, note } = correction
  return { ...correction, name: tidy(name), brewery: tidy(brewery), style: tidy(style), note: tidy(note) }
}

function tidy(text: string | null): string | null {
  return (text && oneLine(text)) || null
}
