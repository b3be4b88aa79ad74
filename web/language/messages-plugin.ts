/** Compiles message files (`messages/<language>.json`) when the app is built, so that it ships no parser. */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import type { Plugin } from 'vite'
import { type MessageFile, messageFiles } from './message-files.ts'

const ALL_OF = 'virtual:messages/'
const FILE = /\/messages\/en\.json$/
/** Without the extension, which would make Vite read the result as JSON. */
const COMPILED = '\0messages:'

/** Folders with more text than the rest of the app needs, which few screens show. */
const LATE = ['descriptions', 'serving']

/**
 * English is imported by each feature and stays in its chunk. `virtual:messages/<language>` holds another language as a
 * whole, with the English message where one is missing, but for what `virtual:messages/<language>/styles` holds.
 */
export function compileMessages(): Plugin {
  return {
    name: 'compile-messages',
    enforce: 'pre',
    resolveId(source, importer) {
      if (source.startsWith(ALL_OF)) return `\0${source}`
      if (FILE.test(source) && importer) return `${COMPILED}${resolve(importer, '..', source).replace(/\.json$/, '')}`
      return undefined
    },
    load(id) {
      if (id.startsWith(COMPILED)) {
        const path = `${id.slice(COMPILED.length)}.json`
        this.addWatchFile(path)
        return moduleOf(JSON.parse(readFileSync(path, 'utf8')))
      }
      if (!id.startsWith(`\0${ALL_OF}`)) return undefined
      const [language = '', part] = id.slice(ALL_OF.length + 1).split('/')
      return moduleOf(part === undefined ? allMessages(language) : lateMessages(language))
    },
  }
}

function allMessages(language: string): Record<string, string> {
  const ofCatalogue = messageFiles(language, 'catalogue').filter(({ folder }) => !LATE.includes(folder))
  return named([...messageFiles('en', 'web'), ...ofCatalogue, ...messageFiles(language, 'web')])
}

function lateMessages(language: string): Record<string, string> {
  return named(messageFiles(language, 'catalogue').filter(({ folder }) => LATE.includes(folder)))
}

function named(files: readonly MessageFile[]): Record<string, string> {
  return Object.fromEntries(
    files.flatMap(({ folder, messages }) =>
      Object.entries(messages).map(([key, message]) => [`${folder}/${key}`, message]),
    ),
  )
}

function moduleOf(messages: Record<string, string>): string {
  const compiled = Object.entries(messages).map(([key, message]) => [key, compileMessage(message)])
  return `export default ${JSON.stringify(Object.fromEntries(compiled))}`
}
