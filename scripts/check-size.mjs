/**
 * Checks the size budget of the first screens in the built web app: the scripts of index.html with their static imports
 * (dynamic imports do not count) and with the landing page of a visitor or the scan home of a signed-in user, which load
 * beside the question who the user is; and the preloaded fonts.
 */
import { existsSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { gzipSync } from 'node:zlib'
import ts from 'typescript'
import { DIST } from './sources.mjs'

const KILOBYTE = 1_000
/** The landing page. */
export const MAX_INITIAL_BYTES = 110 * KILOBYTE
/** The scan home. */
export const MAX_SCRIPT_BYTES = 131 * KILOBYTE
export const MAX_FONT_BYTES = 120 * KILOBYTE

/** @typedef {(path: string) => Buffer | undefined} ReadBuilt Reads a file of the build by its URL path. */

/**
 * Returns the transfer sizes of the first screen: scripts gzipped, fonts as they are.
 * @param {ReadBuilt} built
 */
export function firstScreen(built) {
  const page = readRequired(built, '/index.html').toString()
  const entries = tagsOf(page, 'script', 'src').concat(tagsOf(page, 'link', 'href', /rel="modulepreload"/))
  const first = entries.reduce((found, file) => withImports(built, file, found), new Set())
  /** @param {string} name */
  const withScreen = (name) =>
    [...first]
      .flatMap((file) => lateImports(readRequired(built, file).toString(), name))
      .reduce((found, file) => withImports(built, file, found), new Set(first))
  const initial = [...withScreen('landing-screen')]
  const scripts = [...withScreen('signed-in')]
  const fonts = tagsOf(page, 'link', 'href', /as="font"/)
  return {
    initial: initial.map((file) => ({ file, bytes: gzipSync(readRequired(built, file)).byteLength })),
    scripts: scripts.map((file) => ({ file, bytes: gzipSync(readRequired(built, file)).byteLength })),
    fonts: fonts.map((file) => ({ file, bytes: readRequired(built, file).byteLength })),
  }
}

/** Reports exceeded budgets, and kinds of files that the page does not load at all. @param {ReturnType<typeof firstScreen>} loaded */
export function budgetProblems({ initial, scripts, fonts }) {
  const problems = []
  for (const [what, files, limit] of /** @type {const} */ ([
    ['JavaScript of the landing page, gzipped', initial, MAX_INITIAL_BYTES],
    ['JavaScript of the scan home, gzipped', scripts, MAX_SCRIPT_BYTES],
    ['preloaded fonts', fonts, MAX_FONT_BYTES],
  ])) {
    const bytes = sum(files)
    if (files.length === 0) problems.push(`${what}: the page references no file`)
    if (bytes > limit) problems.push(`${what}: ${kilobytes(bytes)}, limit ${kilobytes(limit)}`)
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

/** The chunk with this name that the first script imports at once. @param {string} code @param {string} name */
function lateImports(code, name) {
  const chunk = [...code.matchAll(/\bimport\(\s*["'`]\.\/([^"'`]*\.js)["'`]\s*\)/g)].find(([, file]) =>
    file?.startsWith(name),
  )
  return chunk ? [`/assets/${chunk[1]}`] : []
}

/** @param {ReadBuilt} built @param {string} file @param {Set<string>} found @returns {Set<string>} */
function withImports(built, file, found) {
  if (found.has(file)) return found
  found.add(file)
  const module = ts.createSourceFile(file, readRequired(built, file).toString(), ts.ScriptTarget.Latest)
  for (const statement of module.statements) {
    const isImport = ts.isImportDeclaration(statement) || ts.isExportDeclaration(statement)
    const from = isImport ? statement.moduleSpecifier : undefined
    if (from && ts.isStringLiteral(from)) withImports(built, posix.join(posix.dirname(file), from.text), found)
  }
  return found
}

/** @param {ReadBuilt} built @param {string} file */
function readRequired(built, file) {
  const content = built(file)
  if (!content) throw new Error(`missing from the build: ${file}`)
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
  const problems = budgetProblems(loaded)
  for (const problem of problems) console.error(problem)
  console.log(
    `  scripts of the landing page ${kilobytes(sum(loaded.initial))}, of the scan home ${kilobytes(sum(loaded.scripts))}, fonts ${kilobytes(sum(loaded.fonts))}`,
  )
  process.exit(problems.length > 0 ? 1 : 0)
}
