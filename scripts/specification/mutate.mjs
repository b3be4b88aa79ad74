/**
 * Mutation testing of docs/specification.md: in copies of the repository, changes each number of contracts/limits.ts and
 * each verbatim text in turn; the tests of the rows that mention it must fail. Reports rows whose tests still pass, numbers
 * that no row mentions and texts that no source contains, and exits with 1 if there are any:
 * `npm run bench -- spec [--only text of a mutation] [--rows 8.,9.1] [--from number] [--jobs 2]`.
 */
import { fork } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { ROOT } from '../sources.mjs'
import { LIMITS, numbers, proofsOf, texts } from './mutations.mjs'
import { openSpecification } from './requirements.mjs'

/**
 * @typedef {import('./requirements.mjs').Row} Row
 * @typedef {import('./requirements.mjs').Proof} Proof
 * @typedef {import('./mutations.mjs').Mutation} Mutation
 * @typedef {import('./test-runner.mjs').RunRequest} RunRequest
 * @typedef {import('./test-runner.mjs').RunResult} RunResult
 * @typedef {(request: RunRequest) => Promise<boolean[]>} Runner Returns whether each proof passed.
 */

const NOT_COPIED = new Set(['node_modules', '.git', '.cache', 'dist', 'data', 'test-results'])
const TEXT_SOURCES = ['web', 'contracts']

const { values: options } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    rows: { type: 'string', default: '' },
    from: { type: 'string', default: '1' },
    jobs: { type: 'string', default: '2' },
  },
})
const rowPrefixes = options.rows.split(',')
const { rows } = openSpecification()
const proven = rows.filter((row) => proofsOf(row).length > 0)
const quoted = texts(proven, TEXT_SOURCES.flatMap(sourcesUnder))
const changes = [...numbers(rows, read(LIMITS)), ...quoted.mutations]
const mutations = changes
  .map((change) => ({
    ...change,
    rows: change.rows.filter(({ id }) => rowPrefixes.some((prefix) => id.startsWith(prefix))),
  }))
  .filter(
    ({ what, rows: own }) =>
      what.toLowerCase().includes(options.only.toLowerCase()) && (own.length > 0 || options.rows === ''),
  )
if (mutations.length === 0) throw new Error('no mutation matches the options')

const copies = mkdtempSync(join(tmpdir(), 'spec-mutations-'))
/** @type {string[]} */
const problems = []
let survived = 0
let settled = 0
try {
  const runners = await Promise.all(
    Array.from({ length: Number(options.jobs) }, (_, index) => startRunner(`${copies}/${index}`)),
  )
  await checkUnchanged(runners)
  let done = 0
  await each(mutations.slice(Number(options.from) - 1), runners, async (mutation, run) => {
    const verdict = await testMutation(mutation, run)
    done += 1
    console.log(`${String(done + Number(options.from) - 1).padStart(4)} ${verdict}`)
  })
} finally {
  rmSync(copies, { recursive: true, force: true })
}
if (options.only === '' && options.rows === '') {
  for (const { text, rows: own } of quoted.missing) problems.push(`no source contains '${text}' (${idsOf(own)})`)
}
console.log(
  `\n${mutations.length} mutations, ${survived} survived, ${settled} only in rows without tests; ${problems.length} problems`,
)
for (const problem of problems) console.log(`  ${problem}`)
process.exit(problems.length > 0 ? 1 : 0)

/** @param {Mutation} mutation @param {Runner} run */
async function testMutation({ what, rows: own, files }, run) {
  if (own.length === 0) {
    problems.push(`no row mentions ${what}`)
    return `NO ROW    ${what}`
  }
  const tested = own.filter((row) => proofsOf(row).length > 0)
  if (tested.length === 0) {
    if (own.some((row) => row.settled)) settled += 1
    else problems.push(`no test outside the browser covers ${what} (${idsOf(own)})`)
    return `settled   ${what}: ${idsOf(own)}`
  }
  const start = performance.now()
  const proofs = tested.flatMap(proofsOf)
  const passed = await run({ files, proofs })
  const passing = tested.filter((row) => proofsOf(row).every((proof) => passed[proofs.indexOf(proof)]))
  if (passing.length > 0) survived += 1
  for (const row of passing) problems.push(`${row.id} still passes with ${what}: ${row.requirement}`)
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  return `${passing.length > 0 ? 'SURVIVED' : 'killed  '}  ${what}: ${idsOf(passing.length > 0 ? passing : tested)} (${seconds} s)`
}

/** Checks that all tests pass without a mutation: a test that already fails would seem to detect every one. @param {Runner[]} runners */
async function checkUnchanged(runners) {
  /** @type {Map<string, Proof[]>} */
  const byFile = new Map()
  for (const proof of mutations.flatMap(({ rows: own }) => own.flatMap(proofsOf))) {
    byFile.set(proof.file, [...(byFile.get(proof.file) ?? []), proof])
  }
  await each([...byFile.values()], runners, async (proofs, run) => {
    const passed = await run({ files: [], proofs })
    const failed = new Set(proofs.filter((_, index) => !passed[index]).map(({ file, name }) => `${file} > ${name}`))
    for (const name of failed) problems.push(`fails without a mutation: ${name}`)
  })
  console.log(`${byFile.size} test files without a mutation: ${problems.length === 0 ? 'all pass' : 'some fail'}`)
  for (const problem of problems) console.log(`  ${problem}`)
}

/** @template T @param {T[]} all @param {Runner[]} runners @param {(one: T, run: Runner) => Promise<void>} work */
async function each(all, runners, work) {
  const waiting = [...all]
  await Promise.all(
    runners.map(async (run) => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await work(next, run)
    }),
  )
}

/** @param {string} copy @returns {Promise<Runner>} */
async function startRunner(copy) {
  mkdirSync(copy, { recursive: true })
  for (const name of readdirSync(ROOT)) {
    if (!NOT_COPIED.has(name)) cpSync(join(ROOT, name), join(copy, name), { recursive: true })
  }
  symlinkSync(`${ROOT}/node_modules`, `${copy}/node_modules`)
  const child = fork(join(copy, 'scripts/specification/test-runner.mjs'), {
    cwd: copy,
    execArgv: [],
    env: { ...process.env, TEST_ALL: '1', NODE_ENV: 'test' },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const nextMessage = () =>
    new Promise((resolve, reject) => {
      const onExit = () => reject(new Error('a test runner exited'))
      child.once('exit', onExit)
      child.once('message', (message) => {
        child.off('exit', onExit)
        resolve(message)
      })
    })
  await nextMessage()
  return async (request) => {
    const reply = nextMessage()
    child.send(request)
    const result = /** @type {RunResult} */ (await reply)
    if ('problem' in result) throw new Error(result.problem)
    return result.passed
  }
}

/** @param {string} folder @returns {import('./mutations.mjs').Source[]} */
function sourcesUnder(folder) {
  return readdirSync(`${ROOT}/${folder}`, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(tsx?|html)$/.test(entry.name) && !/\.test\./.test(entry.name))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)))
    .filter((file) => !file.includes('/testing/'))
    .map((file) => ({ file, source: read(file) }))
}

/** @param {Row[]} rows */
function idsOf(rows) {
  return rows.map(({ id }) => id).join(', ')
}

/** @param {string} file */
function read(file) {
  return readFileSync(`${ROOT}/${file}`, 'utf8')
}
