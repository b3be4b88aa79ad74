/** Runs all static checks: format, types, import rules, dead code, data. Reports every failing check, not only the first. */
import { spawn } from 'node:child_process'
import { ROOT } from './sources.mjs'

/**
 * Folders whose code runs in Node alone are checked as one program, and so are those that also drive a browser: each of their own would
 * check again what it imports.
 */
const TYPES = ['tsconfig.node.json', 'tsconfig.browser.json', 'web', 'contracts']

/** The longest first, so that no processor waits for the last one. @type {[name: string, args: string[]][]} */
const CHECKS = [
  ['import rules', ['scripts/check-imports.mjs']],
  ['catalogue', ['node_modules/tsx/dist/cli.mjs', 'catalogue/shipped/check-data.ts']],
  ...TYPES.map((project) => {
    // Several checkers in one program repeat half of each other's work, and two programs are checked at a time anyway.
    const args = ['node_modules/ts7/bin/tsc', '-p', project, '--checkers', '1']
    return /** @type {[string, string[]]} */ ([`types of ${project.replace(/^tsconfig\.|\.json$/g, '')}`, args])
  }),
  ['format and lint', ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.']],
  ['regular expressions', ['node_modules/tsx/dist/cli.mjs', 'scripts/check-expressions.ts']],
  ['dead code', ['node_modules/knip/bin/knip.js', '--no-progress']],
  ['languages', ['node_modules/tsx/dist/cli.mjs', 'web/language/check/check.ts']],
  ['specification', ['scripts/specification/check.mjs', '--check']],
  ['lock file', ['scripts/check-lock.mjs']],
]

/** Runs every check, two at a time. @returns {Promise<{ passed: number, failed: number }>} */
export async function check() {
  const waiting = [...CHECKS]
  const failed = []
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [name, args] = next
      const start = performance.now()
      const { code, output } = await run(args)
      console.log(`  ${code === 0 ? 'ok  ' : 'FAIL'} ${name} (${((performance.now() - start) / 1000).toFixed(1)} s)`)
      if (code !== 0) {
        failed.push(name)
        console.log(output)
      }
    }
  }
  await Promise.all([worker(), worker()])
  return { passed: CHECKS.length - failed.length, failed: failed.length }
}

/** @param {string[]} args @returns {Promise<{ code: number | null, output: string }>} */
function run(args) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (/** @type {Buffer} */ part) => {
        output += part
      })
    }
    child.on('error', reject)
    child.on('exit', (code) => resolve({ code, output }))
  })
}

if (process.argv[1]?.endsWith('check.mjs')) {
  const { failed } = await check()
  process.exit(failed > 0 ? 1 : 0)
}
