/**
 * The whole proof on a fresh machine: checks, unit and screen tests, integration on both databases, the embedded engine, and journeys
 * in a real browser. Installs or starts what it needs and prints what. The last line counts everything.
 * `--all` (`npm run test:all`) adds what the gate leaves out: the whole integration suite on the embedded database too, every picture
 * of the engine tests, and every state of every screen.
 */
import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { build } from './build.mjs'
import { check } from './check.mjs'
import { failedJourneys, failedTests } from './failures.mjs'
import { startThrowAwayPostgres } from './postgres.mjs'
import { isBuilt, ROOT, step } from './sources.mjs'
import { ensureSystemPackages } from './system-packages.mjs'
import { keepTemporaryFilesInMemory } from './temporary-folder.mjs'

const REPORTS = `${ROOT}/.cache/test-reports`
const all = process.argv.includes('--all')
const started = performance.now()
let passed = 0
let failed = 0
let skipped = 0
/** Each failure once more at the end, where a log of thousands of lines that is cut off still shows it. @type {string[]} */
const failures = []

keepTemporaryFilesInMemory()
rmSync(REPORTS, { recursive: true, force: true })
mkdirSync(REPORTS, { recursive: true })

title('Checks and build')
// Downloading packages leaves the processors to the checks.
const [, checks] = await Promise.all([ensureSystemPackages(), check(), buildUnlessBuilt()])
count(checks.passed, checks.failed, 0)
if (checks.failed > 0) failures.push(`${checks.failed} of the checks, shown first`)

title('What a phone loads first')
await script('scripts/check-size.mjs')

// Both wait for timers, processes and databases half of the time. In `--all` the real engine reads their photos, within deadlines.
const journeys = all ? undefined : playwright({ isBeside: true })

title(`Unit tests and screens${journeys ? '; from now on also journeys in the browser, shown last' : ''}`)
await vitest('unit', ['unit', 'web'])

title(
  `Integration on PostgreSQL${all ? ' and the embedded database' : ', and on the embedded database what depends on it'}`,
)
const postgres = await startThrowAwayPostgres()
try {
  await vitest('integration', ['postgres', 'embedded'], { TEST_DATABASE_URL: postgres.url })
} finally {
  postgres.stop()
}

title('The embedded engine')
await vitest('engine', ['engine'])

title('Journeys in the browser')
console.log(await (journeys ?? playwright()))

title('Every requirement of the specification was proven')
await script('scripts/specification/check.mjs', '--ran')

if (failures.length > 0) {
  title('What failed')
  for (const failure of failures) console.log(`\n  ✗ ${failure}`)
  console.log('\nIn short:')
  for (const failure of failures) console.log(`  ✗ ${failure.split('\n')[0]}`)
}

console.log(`\n${((performance.now() - started) / 60_000).toFixed(1)} minutes`)
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
process.exit(failed > 0 ? 1 : 0)

async function buildUnlessBuilt() {
  if (isBuilt()) return console.log('  ok   build (up to date)')
  await step('build', build).catch((error) => {
    console.error(error)
    count(0, 1, 0)
    failures.push('the build, shown first')
  })
}

/** @param {string} name @param {string[]} projects @param {Record<string, string>} [env] */
async function vitest(name, projects, env = {}) {
  const report = `${REPORTS}/${name}.json`
  const args = [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ]
  const { code } = await run([...args, ...projects.flatMap((project) => ['--project', project])], { env })
  const result = readReport(report)
  noteFailures(`the ${name} tests`, code, result ? failedTests(result) : [])
  countRun(code, {
    passed: result?.numPassedTests ?? 0,
    failed: result?.numFailedTests ?? 0,
    skipped: result?.numPendingTests ?? 0,
  })
}

/** Beside other tests it returns what it would have printed among their lines. */
async function playwright({ isBeside = false } = {}) {
  const report = `${REPORTS}/browser.json`
  const args = ['node_modules/@playwright/test/cli.js', 'test', '--config', 'e2e/playwright.config.ts']
  const { code, output } = await run(args, { env: { PLAYWRIGHT_JSON_OUTPUT_NAME: report }, isQuiet: isBeside })
  const result = readReport(report)
  const stats = result?.stats
  noteFailures('the journeys', code, result ? failedJourneys(result) : [])
  // A journey that needed a second try is a defect: it fails the run.
  countRun(code, {
    passed: stats?.expected ?? 0,
    failed: (stats?.unexpected ?? 0) + (stats?.flaky ?? 0),
    skipped: stats?.skipped ?? 0,
  })
  return output
}

/** @param {string[]} args */
async function script(...args) {
  const { code } = await run(args)
  count(code === 0 ? 1 : 0, code === 0 ? 0 : 1, 0)
  if (code !== 0) failures.push(args.join(' '))
}

/**
 * @param {string[]} args
 * @param {{ env?: Record<string, string>, isQuiet?: boolean }} [options]
 * @returns {Promise<{ code: number | null, output: string }>} `output` is empty unless quiet
 */
function run(args, { env = {}, isQuiet = false } = {}) {
  return new Promise((resolve, reject) => {
    const shown = isQuiet ? 'pipe' : 'inherit'
    const child = spawn(process.execPath, args, {
      cwd: ROOT,
      stdio: ['inherit', shown, shown],
      env: { ...process.env, ...(all && { TEST_ALL: '1' }), ...env },
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (part) => {
        output += part
      })
    }
    const end = () => child.kill()
    process.once('exit', end)
    child.on('error', reject)
    child.on('close', (code) => {
      process.off('exit', end)
      resolve({ code, output })
    })
  })
}

/** @param {string} path @returns {any} undefined when the runner ended before it could write its report */
function readReport(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}

/** @param {string} name @param {number | null} code @param {string[]} found none when a runner ended before it could say why */
function noteFailures(name, code, found) {
  failures.push(...found)
  if (code !== 0 && found.length === 0) failures.push(`${name} ended with exit code ${code}`)
}

/** A runner that failed or ran nothing counts as one failure at least. @param {number | null} code @param {{ passed: number, failed: number, skipped: number }} result */
function countRun(code, result) {
  const isBroken = code !== 0 || result.passed === 0
  count(result.passed, Math.max(result.failed, isBroken ? 1 : 0), result.skipped)
}

/** @param {number} pass @param {number} fail @param {number} skip */
function count(pass, fail, skip) {
  passed += pass
  failed += fail
  skipped += skip
}

/** @param {string} text */
function title(text) {
  console.log(`\n== ${text} (${((performance.now() - started) / 1000).toFixed(0)} s)`)
}
