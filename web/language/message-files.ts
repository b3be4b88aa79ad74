/** Reads the message files for the build and the checks: `messages/<language>.json` in any folder of `web/`. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const WEB = join(import.meta.dirname, '..')

export interface MessageFile {
  path: string
  /** The name of the folder that the messages belong to. */
  folder: string
  messages: Record<string, string>
}

/** `language` may also be `translated`: see `check/stale.ts`. */
export function messageFiles(language: string, root: string = WEB): MessageFile[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith(`/messages/${language}.json`))
    .sort()
    .map((path) => ({
      path: join('web', path),
      folder: path.split('/').at(-3) ?? '',
      messages: JSON.parse(readFileSync(join(root, path), 'utf8')) as Record<string, string>,
    }))
}
