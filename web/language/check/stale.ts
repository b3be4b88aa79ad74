/**
 * Finds translations of an English text that has changed. `messages/translated.json` has the hash of each English text that the
 * translations beside it were last compared with.
 */
import { createHash } from 'node:crypto'
import type { MessageFile } from '../message-files.ts'

const HASH_LENGTH = 8

export function staleKeys({ folder, messages }: MessageFile, compared: readonly MessageFile[]): string[] {
  const known = compared.find((file) => file.folder === folder)?.messages ?? {}
  return Object.entries(messages).flatMap(([key, text]) => (known[key] === hashOf(text) ? [] : [key]))
}

/** The content of `translated.json` once the translations of these keys were compared with the English text. */
export function comparedWith(
  { folder, messages }: MessageFile,
  compared: readonly MessageFile[],
  keys: readonly string[],
): Record<string, string> {
  const known = compared.find((file) => file.folder === folder)?.messages ?? {}
  return Object.fromEntries(
    Object.entries(messages).flatMap(([key, text]) => {
      const hash = keys.includes(key) ? hashOf(text) : known[key]
      return hash === undefined ? [] : [[key, hash]]
    }),
  )
}

export function staleProblems(english: readonly MessageFile[], compared: readonly MessageFile[]): string[] {
  const stale = english.flatMap((file) => staleKeys(file, compared).map((key) => `  ${file.folder}/${key}`))
  if (stale.length === 0) return []
  return [`compare these translations with the English text, then run npm run translations -- --compared:`, ...stale]
}

function hashOf(english: string): string {
  return createHash('sha256').update(english).digest('hex').slice(0, HASH_LENGTH)
}
