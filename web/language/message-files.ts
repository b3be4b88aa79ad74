/**
 * Reads the message files for the build and the checks: `messages/<language>.json` in any folder of the app or of the server, and
 * those of the catalogue, which both use.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')

export interface MessageFile {
  path: string
  /** The name of the folder that the messages belong to. */
  folder: string
  messages: Record<string, string>
}

/** `language` may also be `translated`: see `check/stale.ts`. */
export function messageFiles(language: string, part: 'web' | 'server' | 'catalogue'): MessageFile[] {
  return readdirSync(join(ROOT, part), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith(`/messages/${language}.json`))
    .sort()
    .map((path) => ({
      path: join(part, path),
      folder: path.split('/').at(-3) ?? '',
      messages: JSON.parse(readFileSync(join(ROOT, part, path), 'utf8')) as Record<string, string>,
    }))
}

export function allMessageFiles(language: string): MessageFile[] {
  return [...messageFiles(language, 'catalogue'), ...messageFiles(language, 'server'), ...messageFiles(language, 'web')]
}
