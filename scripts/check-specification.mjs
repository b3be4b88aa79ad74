/**
 * Keeps docs/specification.md true: every row names tests that exist, or says why it is settled otherwise, or is open.
 * `--ran` wants a row for every number of contracts/limits.ts, and each named test among the passed ones of the last `npm test`; `--closed` accepts no open row.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import ts from 'typescript'
import { ROOT } from './sources.mjs'

/**
 * @typedef {{ file: string, name: string }} Proof A test file and the full name of one test in it, as its source has it.
 * @typedef {{ kind: 'proven', proofs: Proof[] } | { kind: 'settled', reason: string } | { kind: 'open' }} Standing
 * @typedef {{ id: string, requirement: string, standing: Standing }} Row
 * @typedef {{ rows: Row[], problems: string[] }} Specification
 */

const DOCUMENT = 'docs/specification.md'
const REPORTS = '.cache/test-reports'
const ID = /^\d+(\.\d+)+$/

/** Reads the tables of the document; what cannot be read is a problem, never skipped. @param {string} text @returns {Specification} */
export function readSpecification(text) {
  /** @type {Specification} */
  const read = { rows: [], problems: [] }
  const seen = new Set()
  for (const line of text.split('\n')) {
    if (!line.startsWith('|') || /^\|(-+\|)+$/.test(line.replaceAll(' ', '')) || line.startsWith('| id |')) continue
    const [id = '', requirement = '', proof = '', ...rest] = cellsOf(line)
    if (!ID.test(id)) read.problems.push(`not a row: ${line}`)
    else if (rest.length > 0 || requirement === '' || proof === '') {
      read.problems.push(`${id}: a row has exactly an id, a requirement and a proof`)
    } else if (seen.has(id)) read.problems.push(`${id}: stands twice`)
    else {
      seen.add(id)
      const standing = standingOf(proof)
      if (standing) read.rows.push({ id, requirement, standing })
      else read.problems.push(`${id}: neither a test, 'settled: …' nor 'open': ${proof}`)
    }
  }
  if (read.rows.length === 0) read.problems.push('there is no row at all')
  return read
}

/** @param {string} line */
function cellsOf(line) {
  return line
    .replace(/^\|/, '')
    .replace(/\|\s*$/, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.replaceAll('\\|', '|').trim())
}

/** @param {string} proof @returns {Standing | undefined} */
function standingOf(proof) {
  if (proof === 'open') return { kind: 'open' }
  const settled = /^settled: (?<reason>.{10,})$/.exec(proof)?.groups
  if (settled) return { kind: 'settled', reason: settled.reason ?? '' }
  const proofs = []
  for (const part of proof.split('<br>')) {
    const found = /^(?<file>\S+\.(test|spec)\.tsx?) > (?<name>.+)$/.exec(part.trim())?.groups
    if (!found) return undefined
    proofs.push({ file: found.file ?? '', name: found.name ?? '' })
  }
  return { kind: 'proven', proofs }
}

/**
 * The full names of the tests of a source, `group > test`, with the placeholders of tables as they are written. A test that
 * is skipped, left for later or only sometimes run is none.
 * @param {string} source @param {string} file whose ending says how it is read @returns {Set<string>}
 */
export function testNamesOf(source, file) {
  const names = new Set()
  /** @param {import('typescript').Node} node @param {string[]} groups */
  const visit = (node, groups) => {
    const called = ts.isCallExpression(node) ? testCall(node) : undefined
    if (called?.kind === 'test') names.add([...groups, called.title].join(' > '))
    const inner = called?.kind === 'group' ? [...groups, called.title] : groups
    ts.forEachChild(node, (child) => visit(child, inner))
  }
  visit(ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true), [])
  return names
}

/** @param {import('typescript').CallExpression} call @returns {{ kind: 'test' | 'group', title: string } | undefined} */
function testCall(call) {
  const [first] = call.arguments
  if (!first || !(ts.isStringLiteralLike(first) || ts.isTemplateExpression(first))) return undefined
  const called = call.expression.getText().replace(/[(<].*$/s, '')
  const title = ts.isTemplateExpression(first) ? first.getText().slice(1, -1) : first.text
  if (/^(it|test)(\.each|\.for)?$/.test(called)) return { kind: 'test', title }
  if (/^(describe|test\.describe)(\.each|\.for)?$/.test(called)) return { kind: 'group', title }
  return undefined
}

/** The names of `contracts/limits.ts`. @param {string} source */
export function limitsOf(source) {
  return new Set([...source.matchAll(/^export const ([A-Z0-9_]+)/gm)].map(([, name]) => name))
}

/** The numbers that no row holds to a test. @param {Row[]} rows @param {Set<string | undefined>} limits */
export function unmentioned(rows, limits) {
  return [...limits].filter((limit) => !rows.some(({ requirement }) => requirement.includes(`\`${limit}\``)))
}

/**
 * What is wrong with the rows.
 * @param {Row[]} rows
 * @param {{ sourceOf: (file: string) => string | undefined, limits: Set<string | undefined>, ran?: (proof: Proof) => string | undefined, closed?: boolean }} known
 */
export function problemsOf(rows, { sourceOf, limits, ran = () => undefined, closed = false }) {
  const problems = []
  const names = new Map()
  for (const { id, requirement, standing } of rows) {
    for (const [, limit] of requirement.matchAll(/`([A-Z][A-Z0-9]*_[A-Z0-9_]+)`/g)) {
      if (!limits.has(limit)) problems.push(`${id}: contracts/limits.ts has no ${limit}`)
    }
    if (standing.kind === 'open' && closed) problems.push(`${id}: open: ${requirement}`)
    if (standing.kind !== 'proven') continue
    for (const proof of standing.proofs) {
      const { file, name } = proof
      if (!names.has(file)) names.set(file, testNamesOf(sourceOf(file) ?? '', file))
      if (sourceOf(file) === undefined) problems.push(`${id}: there is no file ${file}`)
      else if (!names.get(file).has(name)) problems.push(`${id}: ${file} has no test '${name}'`)
      else {
        const missed = ran(proof)
        if (missed) problems.push(`${id}: ${missed}: ${file} > ${name}`)
      }
    }
  }
  return problems
}

/**
 * Says of a test what kept it from passing in the reports: every run of it passed, and there was one.
 * @param {unknown[]} reports as vitest and playwright write them @param {string} root
 * @returns {(proof: Proof) => string | undefined}
 */
export function judgeRuns(reports, root) {
  /** @type {Map<string, { name: string, passed: boolean }[]>} */
  const runs = new Map()
  for (const report of reports) {
    for (const { file, ...run } of [...vitestRuns(report, root), ...browserRuns(report)]) {
      runs.set(file, [...(runs.get(file) ?? []), run])
    }
  }
  return ({ file, name }) => {
    const pattern = patternOf(name)
    const own = (runs.get(file) ?? []).filter((run) => pattern.test(run.name))
    if (own.length === 0) return 'did not run'
    return own.every((run) => run.passed) ? undefined : 'did not pass'
  }
}

/** A name as the source has it, as a pattern of the names it runs under. @param {string} name */
export function patternOf(name) {
  const holes = /\$\{[^}]*\}|\$[\w.]+|%[sdifjoOc#$]/g
  const parts = name
    .replaceAll('%%', '%')
    .split(holes)
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${parts.join('.*')}$`, 's')
}

/** @param {any} report @param {string} root */
function vitestRuns(report, root) {
  return (report.testResults ?? []).flatMap((/** @type {any} */ { name: path, assertionResults }) =>
    assertionResults.map((/** @type {any} */ { ancestorTitles, title, status }) => ({
      file: relative(root, path),
      name: [...ancestorTitles, title].join(' > '),
      passed: status === 'passed',
    })),
  )
}

/** @param {any} report @returns {{ file: string, name: string, passed: boolean }[]} */
function browserRuns(report) {
  /** @param {any} suite @param {string[]} groups @returns {{ file: string, name: string, passed: boolean }[]} */
  const runsOf = (suite, groups) => [
    ...(suite.specs ?? []).map((/** @type {any} */ { file, title, ok, tests }) => ({
      file: `e2e/specs/${file.replace(/^.*specs\//, '')}`,
      name: [...groups, title].join(' > '),
      passed: ok && !tests.some((/** @type {any} */ { status }) => status === 'skipped'),
    })),
    ...(suite.suites ?? []).flatMap((/** @type {any} */ inner) => runsOf(inner, [...groups, inner.title])),
  ]
  return (report.suites ?? []).flatMap((/** @type {any} */ suite) => runsOf(suite, []))
}

/** @param {string} file */
function sourceOf(file) {
  const path = `${ROOT}/${file}`
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined
}

/** @returns {(proof: Proof) => string | undefined} */
function lastRuns() {
  const folder = `${ROOT}/${REPORTS}`
  const files = existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith('.json')) : []
  return judgeRuns(
    files.map((file) => JSON.parse(readFileSync(`${folder}/${file}`, 'utf8'))),
    ROOT,
  )
}

if (process.argv[1]?.endsWith('check-specification.mjs')) {
  const { rows, problems } = readSpecification(sourceOf(DOCUMENT) ?? '')
  const limits = limitsOf(sourceOf('contracts/limits.ts') ?? '')
  const closed = process.argv.includes('--closed')
  const ran = process.argv.includes('--ran') ? { ran: lastRuns() } : {}
  problems.push(...problemsOf(rows, { sourceOf, limits, closed, ...ran }))
  if (process.argv.includes('--ran')) {
    for (const limit of unmentioned(rows, limits)) problems.push(`no row mentions ${limit} of contracts/limits.ts`)
  }
  for (const problem of problems) console.error(problem)
  /** @param {Standing['kind']} kind */
  const count = (kind) => rows.filter(({ standing }) => standing.kind === kind).length
  console.log(`${rows.length} rows: ${count('proven')} proven, ${count('settled')} settled, ${count('open')} open`)
  process.exit(problems.length > 0 ? 1 : 0)
}
