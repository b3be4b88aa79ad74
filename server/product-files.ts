/** The files that the build puts beside the server. Without a build, the shipped catalogue and the script are compiled on demand. */
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { compileShipped, type Lexicons, loadShipped, openLexicons } from '#catalogue/shipped'
import { BUILD_FOLDER } from './adapters/build-folder.ts'

const Built = z.object({ version: z.string(), commit: z.string() })

/** Returns the shipped catalogue in the format that `openShipped` reads, as UTF-8: a start compares its bytes, and rarely reads them. */
export function shippedCatalogue(): Buffer {
  return BUILD_FOLDER ? readFileSync(join(BUILD_FOLDER, 'catalogue.json')) : Buffer.from(compileShipped())
}

/** The program of a reader process. */
export function readerScript(): string {
  return BUILD_FOLDER
    ? join(BUILD_FOLDER, 'server/reader.js')
    : fileURLToPath(new URL('../recognition/processes/reader.ts', import.meta.url))
}

/** The path of the compiled lexicons; null without a build. */
export function compiledLexicons(): string | null {
  return BUILD_FOLDER ? join(BUILD_FOLDER, 'lexicons.json') : null
}

/** Read once: search, imports and discovery share them. */
export function shippedLexicons(): Lexicons {
  lexicons ??= readLexicons()
  return lexicons
}

let lexicons: Lexicons | undefined

function readLexicons(): Lexicons {
  const path = compiledLexicons()
  return path === null ? loadShipped() : openLexicons(readFileSync(path, 'utf8'))
}

/** The database folder that a new installation starts from. */
export function databaseTemplate(): string | undefined {
  return BUILD_FOLDER && join(BUILD_FOLDER, 'database')
}

/** The script of the sign-in pages with passkeys. */
export function passkeyScript(): Promise<string> {
  return BUILD_FOLDER ? readFile(join(BUILD_FOLDER, 'passkeys.js'), 'utf8') : bundledPasskeyScript()
}

async function bundledPasskeyScript(): Promise<string> {
  const { build } = await import('esbuild')
  const entry = fileURLToPath(new URL('../web/sign-in/passkeys.ts', import.meta.url))
  const { outputFiles } = await build({ entryPoints: [entry], bundle: true, write: false, target: 'es2022' })
  return outputFiles[0]?.text ?? ''
}

/** Version and commit, as the API description names them: '3.0.0+abc1234'. */
export function productVersion(folder = BUILD_FOLDER): string {
  if (folder === undefined) return 'development'
  const { version, commit } = Built.parse(JSON.parse(readFileSync(join(folder, 'version.json'), 'utf8')))
  return `${version}+${commit}`
}
