/**
 * The requirements of the specification and the tests that prove them. docs/specification.yaml lists the requirements; a test
 * names the ones it proves (`it('...', spec('2.1.1'), ...)`). This module reads both, finds gaps and renders the table.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import ts from 'typescript'
import { parse } from 'yaml'
import { FOLDERS, ROOT } from '../sources.mjs'

/**
 * @typedef {{ file: string, name: string }} Proof A test file and the full name of one test in it, `group > test`, as its source has it.
 * @typedef {{ id: string, requirement: string, settled?: string, proofs: Proof[] }} Row `settled` gives the reason why no test proves it.
 * @typedef {{ title: string, rows: Row[] }} Table
 * @typedef {{ title: string, tables: Table[] }} Section
 * @typedef {{ sections: Section[], rows: Row[], problems: string[] }} Specification
 * @typedef {Proof & { ids: string[] }} MarkedTest
 */

export const DOCUMENT = 'docs/specification.md'
const REQUIREMENTS = 'docs/specification.yaml'
const REPORTS = '.cache/test-reports'
const ID = /^\d+(\.\d+)+$/

/** The specification of this checkout. @returns {Specification} */
export function openSpecification() {
  const tests = testFiles().flatMap((file) => markedTestsOf(readFileSync(`${ROOT}/${file}`, 'utf8'), file))
  return joinSpecification(readFileSync(`${ROOT}/${REQUIREMENTS}`, 'utf8'), tests)
}

/** @returns {string[]} */
function testFiles() {
  return FOLDERS.flatMap((folder) =>
    readdirSync(`${ROOT}/${folder}`, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.(test|spec)\.tsx?$/.test(file))
      .map((file) => `${folder}/${file}`),
  )
}

/** Joins requirements with the tests that name them. @param {string} yaml @param {MarkedTest[]} tests @returns {Specification} */
export function joinSpecification(yaml, tests) {
  /** @type {string[]} */
  const problems = []
  /** @type {Map<string, Row>} */
  const byId = new Map()
  /** @param {unknown} rows @returns {Row[]} */
  const rowsOf = (rows) =>
    Object.entries(rows ?? {}).map(([id, value]) => {
      const { requirement, settled } = typeof value === 'string' ? { requirement: value } : (value ?? {})
      if (!ID.test(id)) problems.push(`${id}: not an id`)
      if (typeof requirement !== 'string' || requirement === '') problems.push(`${id}: has no requirement`)
      if (settled !== undefined && String(settled).length < 10) problems.push(`${id}: 'settled' gives no reason`)
      if (byId.has(id)) problems.push(`${id}: appears twice`)
      const row = { id, requirement: String(requirement), ...(settled && { settled: String(settled) }), proofs: [] }
      byId.set(id, row)
      return row
    })
  const sections = (parse(yaml, { uniqueKeys: true }) ?? []).map((/** @type {any} */ { title, rows, parts }) => ({
    title,
    tables: [
      ...(rows ? [{ title: '', rows: rowsOf(rows) }] : []),
      ...(parts ?? []).map((/** @type {any} */ part) => ({ title: part.title, rows: rowsOf(part.rows) })),
    ],
  }))
  for (const { ids, file, name } of tests) {
    for (const id of ids) {
      const row = byId.get(id)
      if (row) row.proofs.push({ file, name })
      else problems.push(`${id}: no such requirement, named by ${file} > ${name}`)
    }
  }
  if (byId.size === 0) problems.push('there are no requirements')
  return { sections, rows: [...byId.values()], problems }
}

/**
 * The tests of a source that name requirements. Skipped, conditional and `todo` tests prove nothing and are left out.
 * @param {string} source @param {string} file its extension selects the grammar @returns {MarkedTest[]}
 */
export function markedTestsOf(source, file) {
  /** @type {MarkedTest[]} */
  const tests = []
  /** @param {import('typescript').Node} node @param {string[]} groups */
  const visit = (node, groups) => {
    const call = ts.isCallExpression(node) ? testCall(node) : undefined
    if (call?.kind === 'test' && call.ids.length > 0) {
      tests.push({ file, name: [...groups, call.title].join(' > '), ids: call.ids })
    }
    const inner = call?.kind === 'group' ? [...groups, call.title] : groups
    ts.forEachChild(node, (child) => visit(child, inner))
  }
  visit(ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true), [])
  return tests
}

/** @param {import('typescript').CallExpression} call @returns {{ kind: 'test' | 'group', title: string, ids: string[] } | undefined} */
function testCall(call) {
  const [first, options] = call.arguments
  if (!first || !(ts.isStringLiteralLike(first) || ts.isTemplateExpression(first))) return undefined
  const callee = call.expression.getText().replace(/[(<].*$/s, '')
  const title = ts.isTemplateExpression(first) ? first.getText().slice(1, -1) : first.text
  if (/^(it|test)(\.each|\.for)?$/.test(callee)) return { kind: 'test', title, ids: options ? idsIn(options) : [] }
  if (/^(describe|test\.describe)(\.each|\.for)?$/.test(callee)) return { kind: 'group', title, ids: [] }
  return undefined
}

/** The ids in `spec('1.1')` or `{ ...spec('1.1'), timeout: 1 }`. @param {import('typescript').Expression} options @returns {string[]} */
function idsIn(options) {
  if (ts.isObjectLiteralExpression(options)) {
    return options.properties.flatMap((one) => (ts.isSpreadAssignment(one) ? idsIn(one.expression) : []))
  }
  if (!ts.isCallExpression(options) || options.expression.getText() !== 'spec') return []
  return options.arguments.flatMap((id) => (ts.isStringLiteralLike(id) ? [id.text] : []))
}

/** The names of the constants of `contracts/limits.ts`. @param {string} source @returns {Set<string>} */
export function limitsOf(source) {
  return new Set([...source.matchAll(/^export const ([A-Z0-9_]+)/gm)].map(([, name]) => String(name)))
}

/**
 * What is wrong with the rows: no proof, a constant that does not exist or that no row mentions, a proof that did not pass.
 * @param {Row[]} rows
 * @param {{ limits: Set<string>, outcomeOf?: (id: string) => 'passed' | 'failed' | 'did not run' }} known
 * @returns {string[]}
 */
export function problemsOf(rows, { limits, outcomeOf }) {
  const problems = []
  for (const { id, requirement, settled, proofs } of rows) {
    for (const limit of limitsIn(requirement)) {
      if (!limits.has(limit)) problems.push(`${id}: contracts/limits.ts has no ${limit}`)
    }
    if (settled && proofs.length > 0) problems.push(`${id}: is settled, yet ${proofs[0]?.file} proves it`)
    else if (!settled && proofs.length === 0) problems.push(`${id}: no test names it: ${requirement}`)
    else if (!settled && outcomeOf && outcomeOf(id) !== 'passed') problems.push(`${id}: its tests: ${outcomeOf(id)}`)
  }
  const mentioned = new Set(rows.flatMap(({ requirement }) => limitsIn(requirement)))
  for (const limit of limits) if (!mentioned.has(limit)) problems.push(`no requirement mentions ${limit}`)
  return problems
}

/** @param {string} requirement @returns {string[]} */
function limitsIn(requirement) {
  return [...requirement.matchAll(/`([A-Z][A-Z0-9]*_[A-Z0-9_]+)`/g)].map(([, name]) => String(name))
}

/**
 * The outcome of all tests that name an id, from the reports of Vitest and Playwright. A skipped or flaky test fails.
 * @param {any[]} reports @returns {(id: string) => 'passed' | 'failed' | 'did not run'}
 */
export function outcomesOf(reports) {
  /** @type {Map<string, boolean>} */
  const passed = new Map()
  /** @param {string[]} ids @param {boolean} ok */
  const note = (ids, ok) => {
    for (const id of ids) passed.set(id, ok && (passed.get(id) ?? true))
  }
  /** @param {any} suite */
  const visit = (suite) => {
    for (const { tests, ok } of suite.specs ?? []) {
      for (const { annotations, status } of tests) {
        const ids = annotations.filter((/** @type {any} */ { type }) => type === 'spec')
        note(
          ids.map((/** @type {any} */ { description }) => description),
          ok && status === 'expected',
        )
      }
    }
    for (const inner of suite.suites ?? []) visit(inner)
  }
  for (const report of reports) {
    for (const { assertionResults } of report.testResults ?? []) {
      for (const { meta, status } of assertionResults) note(meta?.spec ?? [], status === 'passed')
    }
    visit(report)
  }
  return (id) => (passed.has(id) ? (passed.get(id) ? 'passed' : 'failed') : 'did not run')
}

/** The reports that the last `npm test` left. @returns {any[]} */
export function lastReports() {
  const folder = `${ROOT}/${REPORTS}`
  const files = existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith('.json')) : []
  return files.map((file) => JSON.parse(readFileSync(`${folder}/${file}`, 'utf8')))
}

/** The specification as Markdown: each requirement with the test files that prove it. @param {Specification} specification */
export function renderSpecification({ sections }) {
  const lines = [
    '# The specification, row by row',
    '',
    'Generated by `npm run specification` from [specification.yaml](specification.yaml) and the tests; `npm run check` fails when it is',
    'out of date, when a requirement has neither a test nor a reason, or when a test names a requirement that does not exist.',
    '`npm test` ends by checking that every test named here ran and passed. Names in capitals are constants of `contracts/limits.ts`.',
  ]
  for (const { title, tables } of sections) {
    lines.push('', `## ${title}`)
    for (const { title: heading, rows } of tables) {
      if (heading) lines.push('', `### ${heading}`)
      lines.push('', '| id | requirement | proof |', '|---|---|---|')
      for (const { id, requirement, settled, proofs } of rows) {
        const files = [...new Set(proofs.map(({ file }) => file))].sort()
        const proof = settled ? `settled: ${settled}` : files.map((file) => `[${nameOf(file)}](../${file})`).join(', ')
        lines.push(`| ${id} | ${cell(requirement)} | ${cell(proof)} |`)
      }
    }
  }
  return `${lines.join('\n')}\n`
}

/** @param {string} file */
function nameOf(file) {
  return file.replace(/^.*\//, '').replace(/\.(test|spec)\.tsx?$/, '')
}

/** @param {string} text */
function cell(text) {
  return text.replaceAll('|', '\\|')
}
