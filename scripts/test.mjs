/**
 * The whole proof on a fresh machine: checks, unit and screen tests, integration on both databases, the embedded engine,
 * and journeys in a real browser. Installs or starts what it needs and says so. The last line counts everything.
 */
import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { build } from './build.mjs'
import { check } from './check.mjs'
import { startThrowAwayPostgres } from './postgres.mjs'
import { isBuilt, ROOT, step } from './sources.mjs'
import { ensureSystemPackages } from './system-packages.mjs'

const REPORTS = `${ROOT}/.cache/test-reports`
const started = performance.now()
let passed = 0
let failed = 0
let skipped = 0

ensureSystemPackages()
rmSync(REPORTS, { recursive: true, force: true })
mkdirSync(REPORTS, { recursive: true })

title('Checks')
const checks = await check()
count(checks.passed, checks.failed, 0)

title('Build')
if (isBuilt()) console.log('  up to date')
else {
  await step('all', build).catch((error) => {
    console.error(error)
    count(0, 1, 0)
  })
}

title('What a phone loads before it sees anything')
const small = await run(['scripts/check-size.mjs'], {})
count(small === 0 ? 1 : 0, small === 0 ? 0 : 1, 0)

title('Unit tests and screens')
await vitest('unit', ['unit', 'web'])

title('Integration on the embedded database')
await vitest('embedded', ['integration'], { TEST_DATABASE: 'embedded' })

title('Integration on PostgreSQL')
const postgres = await startThrowAwayPostgres()
try {
  await vitest('postgres', ['integration'], { TEST_DATABASE: 'postgres', TEST_DATABASE_URL: postgres.url })
} finally {
  postgres.stop()
}

title('The embedded engine')
await vitest('engine', ['engine'])

title('Journeys in the browser')
await playwright()

title('Every requirement of the specification was proven')
const proven = await run(['scripts/check-specification.mjs', '--closed', '--ran'], {})
count(proven === 0 ? 1 : 0, proven === 0 ? 0 : 1, 0)

console.log(`\n${((performance.now() - started) / 60_000).toFixed(1)} minutes`)
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
process.exit(failed > 0 ? 1 : 0)

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
  const code = await run([...args, ...projects.flatMap((project) => ['--project', project])], env)
  const result = readReport(report)
  count(
    result?.numPassedTests ?? 0,
    Math.max(result?.numFailedTests ?? 0, code === 0 ? 0 : 1),
    result?.numPendingTests ?? 0,
  )
  if ((result?.numPassedTests ?? 0) === 0) count(0, code === 0 ? 1 : 0, 0)
}

async function playwright() {
  const report = `${REPORTS}/browser.json`
  const code = await run(['node_modules/@playwright/test/cli.js', 'test', '--config', 'e2e/playwright.config.ts'], {
    PLAYWRIGHT_JSON_OUTPUT_NAME: report,
  })
  const stats = readReport(report)?.stats
  count(
    (stats?.expected ?? 0) + (stats?.flaky ?? 0),
    Math.max(stats?.unexpected ?? 0, code === 0 ? 0 : 1),
    stats?.skipped ?? 0,
  )
  if ((stats?.expected ?? 0) === 0) count(0, code === 0 ? 1 : 0, 0)
}

/** @param {string[]} args @param {Record<string, string>} env @returns {Promise<number | null>} */
function run(args, env) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd: ROOT, stdio: 'inherit', env: { ...process.env, ...env } })
    child.on('error', reject)
    child.on('exit', resolve)
  })
}

/** A runner that ended before it could write its report has failed; that is counted from its exit code. @param {string} path */
function readReport(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
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
