/** Runs all static checks: format, types, import rules, dead code, data. Reports every failing check, not only the first. */
import { spawn } from 'node:child_process'
import { FOLDERS, ROOT } from './sources.mjs'

/** @type {[name: string, args: string[]][]} */
const CHECKS = [
  ['format and lint', ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.']],
  ...FOLDERS.map(
    (folder) => /** @type {[string, string[]]} */ ([`types of ${folder}`, ['node_modules/ts7/bin/tsc', '-p', folder]]),
  ),
  ['import rules', ['scripts/check-imports.mjs']],
  ['regular expressions', ['node_modules/tsx/dist/cli.mjs', 'scripts/check-expressions.ts']],
  ['languages', ['node_modules/tsx/dist/cli.mjs', 'web/language/check/check.ts']],
  ['dead code', ['node_modules/knip/bin/knip.js', '--no-progress']],
  ['lock file', ['scripts/check-lock.mjs']],
  ['specification', ['scripts/specification/check.mjs', '--check']],
  ['catalogue', ['node_modules/tsx/dist/cli.mjs', 'catalogue/shipped/check-data.ts']],
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
