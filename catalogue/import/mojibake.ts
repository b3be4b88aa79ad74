/**
 * Repairs UTF-8 text that was decoded as Windows-1252 and encoded again: 'BiÃ¨re' becomes 'Bière'. The whole text is
 * converted back if that yields valid UTF-8; otherwise only pairs that encode a Latin letter, as the rest may be correct.
 */
import { encodeWindows1252 } from './windows-1252.ts'

const LIKELY =
  /[\u00c2-\u00f4][\u0080-\u00bf\u0152\u0153\u0160\u0161\u0178\u017d\u017e\u0192\u02c6\u02dc\u2013-\u2122]/u
const LATIN_PAIR =
  /[\u00c2\u00c3][\u0080-\u00bf\u0152\u0153\u0160\u0161\u0178\u017d\u017e\u0192\u02c6\u02dc\u2013-\u2122]/gu
/** A text may have been encoded twice. */
const ROUNDS_MAX = 2

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Decodes UTF-8 that was read as Windows-1252 and stored so: 'KÃ¶lsch' becomes 'Kölsch'. Any other text is returned as it is. */
export function repairMojibake(text: string): string {
  let repaired = text
  for (let round = 0; round < ROUNDS_MAX && LIKELY.test(repaired); round++) {
    repaired = reencoded(repaired) ?? repaired.replace(LATIN_PAIR, (pair) => reencoded(pair) ?? pair)
  }
  return repaired
}

function reencoded(text: string): string | undefined {
  const bytes = encodeWindows1252(text)
  if (!bytes) return undefined
  try {
    return utf8.decode(bytes)
  } catch {
    return undefined
  }
}
