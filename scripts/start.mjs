/**
 * Runs the product: builds when the sources differ from the last build, runs the server as a child, starts it again after
 * a crash (waiting longer each time), and passes signals on.
 */
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { DIST, isBuilt, ROOT } from './sources.mjs'

const BACK_OFF_MS = [500, 1_000, 2_000, 5_000, 10_000, 30_000]
/** A server that lived this long starts again at once, as if it had never crashed. */
const HEALTHY_AFTER_MS = 60_000
const PARENT_LOOK_MS = 500
/** Exit code with which the server says that starting it again would end the same way. */
const NOT_WORTH_RETRYING = 78

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19))
  stop(`BeerGoggles needs Node.js 20.19 or newer; this is ${process.versions.node}.`)
if (!existsSync(`${ROOT}/node_modules`)) stop('The dependencies are not installed yet: run `npm ci` first.')

if (!isBuilt()) {
  console.log('Building BeerGoggles ...')
  const { build } = await import('./build.mjs')
  await build()
}

let crashes = 0
let stopping = false
/** @type {import('node:child_process').ChildProcess | undefined} */
let server

for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
  process.on(signal, () => {
    stopping = true
    server?.kill(signal)
  })
}

// npm ends the shell between itself and this script, not the script: an orphan stops as if it had been asked to.
const parent = process.ppid
setInterval(() => {
  if (process.ppid === parent || stopping) return
  stopping = true
  server?.kill('SIGTERM')
}, PARENT_LOOK_MS).unref()

for (;;) {
  const startedAt = Date.now()
  const code = await runServer()
  if (stopping || code === 0) process.exit(code ?? 0)
  if (code === NOT_WORTH_RETRYING) process.exit(code)
  if (Date.now() - startedAt > HEALTHY_AFTER_MS) crashes = 0
  const wait = BACK_OFF_MS[Math.min(crashes++, BACK_OFF_MS.length - 1)] ?? 0
  console.error(`The server ended unexpectedly (${code}); starting it again in ${wait / 1000} s.`)
  await new Promise((resolve) => setTimeout(resolve, wait))
  if (stopping) process.exit(0)
}

/** @returns {Promise<number | null>} */
function runServer() {
  return new Promise((resolve, reject) => {
    server = spawn(process.execPath, ['--enable-source-maps', `${DIST}/server/main.js`], {
      cwd: ROOT,
      stdio: 'inherit',
    })
    server.on('error', reject)
    server.on('exit', (code, signal) => resolve(signal && stopping ? 0 : code))
  })
}

/** @param {string} message @returns {never} */
function stop(message) {
  console.error(message)
  process.exit(1)
}
