/** Compares style names independently of spelling: 'American-Style India Pale Ale' equals 'American IPA'. */
import { tokenize } from '../text/tokens.ts'
import { WORDS } from '../words/word-lists.ts'

const FILLER_WORDS = new Set(WORDS.imports.styleFillers)

/** A key that is equal for all spellings of one style: its distinctive words, sorted. */
export function styleKey(text: string): string {
  const words = tokenize(text)
  const distinctive = words.filter((word) => !FILLER_WORDS.has(word))
  return [...new Set(distinctive.length > 0 ? distinctive : words)].sort().join(' ')
}
