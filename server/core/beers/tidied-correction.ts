import type { Correction } from '#contracts'

/** The texts of users are printed in a terminal and written to data files. */
export function tidied(correction: Correction): Correction {
  const { name, brewery, style, note } = correction
  return { ...correction, name: tidy(name), brewery: tidy(brewery), style: tidy(style), note: tidy(note) }
}

function tidy(text: string | null): string | null {
  return (
    text
      ?.normalize('NFC')
      .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\s]+/gu, ' ')
      .trim() || null
  )
}
