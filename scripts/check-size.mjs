/**
 * Holds what a phone loads before it sees anything to a budget, measured in the built web app: the scripts that
 * index.html names with all that they import at once (what is imported later does not count), and the fonts it preloads.
 */
import { existsSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { gzipSync } from 'node:zlib'
import ts from 'typescript'
import { DIST } from './sources.mjs'

const KILOBYTE = 1_000
export const SCRIPTS_MAX_BYTES = 130 * KILOBYTE
export const FONTS_MAX_BYTES = 120 * KILOBYTE

/** @typedef {(file: string) => Buffer | undefined} Built Reads a file of the build by its address. */

/**
 * What the first screen loads, in bytes as they travel: scripts compressed, fonts as they are.
 * @param {Built} built
 */
export function firstScreen(built) {
  const page = need(built, '/index.html').toString()
  const named = tagsOf(page, 'script', 'src').concat(tagsOf(page, 'link', 'href', /rel="modulepreload"/))
  const scripts = [...named.reduce((found, file) => withImports(built, file, found), new Set())]
  const fonts = tagsOf(page, 'link', 'href', /as="font"/)
  return {
    scripts: scripts.map((file) => ({ file, bytes: gzipSync(need(built, file)).byteLength })),
    fonts: fonts.map((file) => ({ file, bytes: need(built, file).byteLength })),
  }
}

/** What is over its budget, or missing where something has to be. @param {ReturnType<typeof firstScreen>} loaded */
export function excesses({ scripts, fonts }) {
  const problems = []
  for (const [what, files, most] of /** @type {const} */ ([
    ['initial JavaScript, compressed', scripts, SCRIPTS_MAX_BYTES],
    ['fonts of the first screen', fonts, FONTS_MAX_BYTES],
  ])) {
    const bytes = sum(files)
    if (files.length === 0) problems.push(`${what}: the page names no file`)
    if (bytes > most) problems.push(`${what}: ${kilobytes(bytes)} of at most ${kilobytes(most)}`)
  }
  return problems
}

/** @param {{ bytes: number }[]} files */
export function sum(files) {
  return files.reduce((total, { bytes }) => total + bytes, 0)
}

/** @param {string} page @param {string} tag @param {string} attribute @param {RegExp} [like] @returns {string[]} */
function tagsOf(page, tag, attribute, like = /./) {
  return [...page.matchAll(new RegExp(`<${tag}\\b[^>]*>`, 'g'))].flatMap(([found]) => {
    const address = new RegExp(`\\b${attribute}="(/[^"]+)"`).exec(found)?.[1]
    return address && like.test(found) ? [address] : []
  })
}

/** @param {Built} built @param {string} file @param {Set<string>} found @returns {Set<string>} */
function withImports(built, file, found) {
  if (found.has(file)) return found
  found.add(file)
  const module = ts.createSourceFile(file, need(built, file).toString(), ts.ScriptTarget.Latest)
  for (const statement of module.statements) {
    const isImport = ts.isImportDeclaration(statement) || ts.isExportDeclaration(statement)
    const from = isImport ? statement.moduleSpecifier : undefined
    if (from && ts.isStringLiteral(from)) withImports(built, posix.join(posix.dirname(file), from.text), found)
  }
  return found
}

/** @param {Built} built @param {string} file */
function need(built, file) {
  const content = built(file)
  if (!content) throw new Error(`the build has no ${file}`)
  return content
}

/** @param {number} bytes */
function kilobytes(bytes) {
  return `${(bytes / KILOBYTE).toFixed(1)} kB`
}

if (process.argv[1]?.endsWith('check-size.mjs')) {
  const loaded = firstScreen((file) =>
    existsSync(`${DIST}/web${file}`) ? readFileSync(`${DIST}/web${file}`) : undefined,
  )
  const problems = excesses(loaded)
  for (const problem of problems) console.error(problem)
  console.log(`  scripts ${kilobytes(sum(loaded.scripts))}, fonts ${kilobytes(sum(loaded.fonts))}`)
  process.exit(problems.length > 0 ? 1 : 0)
}
