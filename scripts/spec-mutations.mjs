/**
 * Shows that the rows of docs/specification.md are really proven: in copies of the tree each number of contracts/limits.ts
 * and each verbatim text is changed in turn, and the tests named by the rows that mention it must notice. Names the rows
 * whose tests stay green all the same, numbers that no row mentions and texts that no source holds, and ends with 1 when
 * there is one: `npm run bench -- spec [--only words of a change] [--rows 8.,9.1] [--from number] [--jobs 2]`.
 */
import { fork } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { readSpecification } from './check-specification.mjs'
import { LIMITS, numbers, proofsOf, texts } from './mutations.mjs'
import { ROOT } from './sources.mjs'

/**
 * @typedef {import('./check-specification.mjs').Row} Row
 * @typedef {import('./check-specification.mjs').Proof} Proof
 * @typedef {import('./mutations.mjs').Mutation} Mutation
 * @typedef {import('./row-runner.mjs').Ask} Ask
 * @typedef {import('./row-runner.mjs').Told} Told
 * @typedef {(ask: Ask) => Promise<boolean[]>} Runner Says of every proof whether it passed.
 */

const LEFT_OUT = new Set(['node_modules', '.git', '.cache', 'dist', 'data', 'test-results'])
const SCREENS = ['web', 'contracts']

const { values: asked } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    rows: { type: 'string', default: '' },
    from: { type: 'string', default: '1' },
    jobs: { type: 'string', default: '2' },
  },
})
const wantedRows = asked.rows.split(',')
const { rows } = readSpecification(read('docs/specification.md'))
const proven = rows.filter((row) => proofsOf(row).length > 0)
const quoted = texts(proven, SCREENS.flatMap(sourcesUnder))
const changes = [...numbers(rows, read(LIMITS)), ...quoted.mutations]
const mutations = changes
  .map((change) => ({
    ...change,
    rows: change.rows.filter(({ id }) => wantedRows.some((start) => id.startsWith(start))),
  }))
  .filter(
    ({ what, rows: own }) =>
      what.toLowerCase().includes(asked.only.toLowerCase()) && (own.length > 0 || asked.rows === ''),
  )
if (mutations.length === 0) throw new Error('there is nothing to change')

const copies = mkdtempSync(join(tmpdir(), 'spec-mutations-'))
/** @type {string[]} */
const problems = []
let survived = 0
let settled = 0
try {
  const runners = await Promise.all(
    Array.from({ length: Number(asked.jobs) }, (_, index) => startRunner(`${copies}/${index}`)),
  )
  await proveUnchanged(runners)
  let done = 0
  await each(mutations.slice(Number(asked.from) - 1), runners, async (mutation, run) => {
    const said = await judge(mutation, run)
    done += 1
    console.log(`${String(done + Number(asked.from) - 1).padStart(4)} ${said}`)
  })
} finally {
  rmSync(copies, { recursive: true, force: true })
}
if (asked.only === '' && asked.rows === '') {
  for (const { text, rows: own } of quoted.nowhere) problems.push(`no source holds '${text}' (${idsOf(own)})`)
}
console.log(
  `\n${mutations.length} changes, ${survived} survived, ${settled} of settled rows; ${problems.length} problems`,
)
for (const problem of problems) console.log(`  ${problem}`)
process.exit(problems.length > 0 ? 1 : 0)

/** @param {Mutation} mutation @param {Runner} run */
async function judge({ what, rows: own, files }, run) {
  if (own.length === 0) {
    problems.push(`no row mentions ${what}`)
    return `NO ROW   ${what}`
  }
  const tested = own.filter((row) => proofsOf(row).length > 0)
  if (tested.length === 0) {
    if (own.some(({ standing }) => standing.kind === 'settled')) settled += 1
    else problems.push(`no test without a browser proves ${what} (${idsOf(own)})`)
    return `settled  ${what}: ${idsOf(own)}`
  }
  const start = performance.now()
  const proofs = tested.flatMap(proofsOf)
  const passed = await run({ files, proofs })
  const green = tested.filter((row) => proofsOf(row).every((proof) => passed[proofs.indexOf(proof)]))
  if (green.length > 0) survived += 1
  for (const row of green) problems.push(`${row.id} stays green with ${what}: ${row.requirement}`)
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  return `${green.length > 0 ? 'GREEN  ' : 'noticed'}  ${what}: ${idsOf(green.length > 0 ? green : tested)} (${seconds} s)`
}

/** A test that fails already would seem to notice everything. @param {Runner[]} runners */
async function proveUnchanged(runners) {
  /** @type {Map<string, Proof[]>} */
  const byFile = new Map()
  for (const proof of mutations.flatMap(({ rows: own }) => own.flatMap(proofsOf))) {
    byFile.set(proof.file, [...(byFile.get(proof.file) ?? []), proof])
  }
  await each([...byFile.values()], runners, async (proofs, run) => {
    const passed = await run({ files: [], proofs })
    const failed = new Set(proofs.filter((_, index) => !passed[index]).map(({ file, name }) => `${file} > ${name}`))
    for (const name of failed) problems.push(`does not pass unchanged: ${name}`)
  })
  console.log(`${byFile.size} files of tests pass unchanged: ${problems.length === 0}`)
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
    if (!LEFT_OUT.has(name)) cpSync(join(ROOT, name), join(copy, name), { recursive: true })
  }
  symlinkSync(`${ROOT}/node_modules`, `${copy}/node_modules`)
  const child = fork(join(copy, 'scripts/row-runner.mjs'), {
    cwd: copy,
    execArgv: [],
    env: { ...process.env, TEST_DATABASE: 'embedded', NODE_ENV: 'test' },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const heard = () =>
    new Promise((resolve, reject) => {
      const ended = () => reject(new Error('a runner of tests has ended'))
      child.once('exit', ended)
      child.once('message', (message) => {
        child.off('exit', ended)
        resolve(message)
      })
    })
  await heard()
  return async (ask) => {
    const answer = heard()
    child.send(ask)
    const told = /** @type {Told} */ (await answer)
    if ('problem' in told) throw new Error(told.problem)
    return told.passed
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

/** @param {Row[]} some */
function idsOf(some) {
  return some.map(({ id }) => id).join(', ')
}

/** @param {string} file */
function read(file) {
  return readFileSync(`${ROOT}/${file}`, 'utf8')
}
