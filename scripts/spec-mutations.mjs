/**
 * Shows that the rows of docs/specification.md are really proven: in a copy of the tree each number of contracts/limits.ts
 * and each verbatim text is changed in turn, and the tests named by the rows that mention it must notice. Names the rows
 * whose tests stay green all the same and ends with 1 when there is one: `npm run bench -- spec [words of a change]`.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { judgeRuns, limitsOf, patternOf, readSpecification } from './check-specification.mjs'
import { ROOT } from './sources.mjs'

/**
 * @typedef {import('./check-specification.mjs').Row} Row
 * @typedef {{ what: string, file: string, changed: string, rows: Row[] }} Mutation
 */

const COPY = `${ROOT}/.cache/spec-mutations-${process.pid}`
const LIMITS = 'contracts/limits.ts'
const LEFT_OUT = new Set(['node_modules', '.git', '.cache', 'dist', 'data', 'test-results'])
/** A text shorter than this is too common to be found again in the sources. */
const TEXT_MIN_LENGTH = 5

const { rows } = readSpecification(read('docs/specification.md'))
const tried = rows.filter((row) => testFilesOf(row).length > 0)
const wanted = process.argv.slice(2).join(' ').toLowerCase()
const mutations = [...numbers(), ...texts()].filter(({ what }) => what.toLowerCase().includes(wanted))
if (mutations.length === 0) throw new Error('there is nothing to change')

copyTree()
const survivors = mutations.flatMap((mutation) => {
  const green = staysGreen(mutation)
  const ids = (green.length === 0 ? mutation.rows : green).map(({ id }) => id).join(', ')
  console.log(`${green.length === 0 ? 'noticed' : 'GREEN  '} ${mutation.what}: ${ids}`)
  return green.map((row) => `${row.id} ${mutation.what}: ${row.requirement}`)
})
rmSync(COPY, { recursive: true, force: true })
console.log(`\n${mutations.length} changes, ${survivors.length} rows stayed green`)
for (const survivor of survivors) console.log(`  ${survivor}`)
process.exit(survivors.length > 0 ? 1 : 0)

/** Each number doubled, one at a time. @returns {Mutation[]} */
function numbers() {
  const source = read(LIMITS)
  return [...limitsOf(source)].flatMap((name) => {
    const own = tried.filter(({ requirement }) => requirement.includes(`\`${name}\``))
    const changed = source.replace(
      new RegExp(`(export const ${name} = )(.+)$`, 'm'),
      (_, start, value) => `${start}${changedValue(value)}`,
    )
    if (changed === source) throw new Error(`${name} could not be changed`)
    return own.length > 0 ? [{ what: `${name}`, file: LIMITS, changed, rows: own }] : []
  })
}

/** @param {string} value */
function changedValue(value) {
  if (value.startsWith("'")) return `${value.slice(0, -1)}~'`
  if (value.startsWith('[')) return value.replace(/\d+/, '7')
  return `2 * (${value})`
}

/** Each text that the screens hold word for word, with one letter more, one at a time. @returns {Mutation[]} */
function texts() {
  const sources = filesUnder(`${ROOT}/web`)
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.|\/testing\//.test(path))
    .map((path) => ({ file: relative(ROOT, path), source: readFileSync(path, 'utf8') }))
  /** @type {Map<string, Row[]>} */
  const rowsOf = new Map()
  for (const row of tried) {
    for (const text of textsOf(row.requirement)) rowsOf.set(text, [...(rowsOf.get(text) ?? []), row])
  }
  return [...rowsOf].flatMap(([text, own]) => {
    // A single word may also be a name in the code: it is a text only between quotes.
    const changed = /^\w+$/.test(text) ? `'${text}'` : text
    const places = sources.filter(({ source }) => source.includes(changed)).map(({ file }) => file)
    return places.length > 0 ? [{ what: `'${text}'`, file: places.join(' '), changed, rows: own }] : []
  })
}

/** The longest piece of every quoted text that holds no placeholder. @param {string} requirement */
function textsOf(requirement) {
  const quoted = [...requirement.matchAll(/(?<![\w])'((?:[^']|'(?=\w))+)'(?!\w)/g)].map(([, text = '']) => text)
  const pieces = quoted.map((text) =>
    text
      .split(/\{\w+\}| \.\.\.$|\b[Nn]\b|\bM\b|\/100|beer\(s\)/)
      .map((piece) => piece.trim())
      .sort((a, b) => b.length - a.length)
      .at(0),
  )
  // What begins small and is one word is a value of the wire, not a text.
  return pieces.flatMap((piece = '') => (piece.length >= TEXT_MIN_LENGTH && /[A-Z ]/.test(piece) ? [piece] : []))
}

/** The rows whose tests all pass with the change. @param {Mutation} mutation @returns {Row[]} */
function staysGreen({ file, changed, rows: own }) {
  const files = file.split(' ')
  for (const one of files) {
    const source = readFileSync(`${ROOT}/${one}`, 'utf8')
    const text = files.length === 1 && one === LIMITS ? changed : source.replaceAll(changed, spoiled(changed))
    writeFileSync(`${COPY}/${one}`, text)
  }
  const ran = runTests(own)
  for (const one of files) cpSync(`${ROOT}/${one}`, `${COPY}/${one}`)
  return own.filter((row) => proofsOf(row).every((proof) => ran(proof) !== 'did not pass'))
}

/** @param {string} text */
function spoiled(text) {
  return `${text.slice(0, 2)}~${text.slice(2)}`
}

/** @param {Row[]} own */
function runTests(own) {
  const proofs = own.flatMap(proofsOf)
  const files = [...new Set(proofs.map(({ file }) => file))]
  const names = [...new Set(proofs.map(({ name }) => patternOf(name.replaceAll(' > ', ' ')).source))]
  const report = `${COPY}/report.json`
  rmSync(report, { force: true })
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--reporter=json', `--outputFile.json=${report}`]
  spawnSync(process.execPath, [...args, ...files, '-t', names.join('|')], {
    cwd: COPY,
    env: { ...process.env, TEST_DATABASE: 'embedded' },
    stdio: 'ignore',
  })
  if (!existsSync(report)) throw new Error(`the tests of ${own.map(({ id }) => id)} could not be run`)
  return judgeRuns([withoutSkipped(JSON.parse(readFileSync(report, 'utf8')))], COPY)
}

/** Tests that were not asked for are none. @param {any} report */
function withoutSkipped(report) {
  const testResults = report.testResults.map((/** @type {any} */ file) => ({
    ...file,
    assertionResults: file.assertionResults.filter(
      (/** @type {any} */ { status }) => status === 'passed' || status === 'failed',
    ),
  }))
  return { ...report, testResults }
}

/** What runs without a browser. @param {Row} row */
function proofsOf({ standing }) {
  return standing.kind === 'proven' ? standing.proofs.filter(({ file }) => !file.startsWith('e2e/')) : []
}
/** @param {Row} row */
function testFilesOf(row) {
  return proofsOf(row).map(({ file }) => file)
}

function copyTree() {
  rmSync(COPY, { recursive: true, force: true })
  mkdirSync(COPY, { recursive: true })
  for (const name of readdirSync(ROOT)) {
    if (!LEFT_OUT.has(name)) cpSync(join(ROOT, name), join(COPY, name), { recursive: true })
  }
  symlinkSync(`${ROOT}/node_modules`, `${COPY}/node_modules`)
}

/** @param {string} folder @returns {string[]} */
function filesUnder(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? filesUnder(join(folder, entry.name)) : [join(folder, entry.name)],
  )
}

/** @param {string} file */
function read(file) {
  return readFileSync(`${ROOT}/${file}`, 'utf8')
}
