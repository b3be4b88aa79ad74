/**
 * Starts the product: builds it if the sources have changed since the last build, runs the server as a child process,
 * restarts it with increasing delays after a crash, and forwards signals. `worker` as argument runs a worker instead.
 */
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { DIST, isBuilt, ROOT } from './sources.mjs'

const BACKOFF_MS = [500, 1_000, 2_000, 5_000, 10_000, 30_000]
/** The delay is reset after a server has run this long. */
const HEALTHY_AFTER_MS = 60_000
const PARENT_POLL_MS = 500
const PROGRAM = process.argv[2] === 'worker' ? 'worker' : 'main'
/** Exit code of the server for errors that a restart cannot fix (EX_CONFIG of sysexits.h). */
const EXIT_CONFIG = 78

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19))
  stop(`BeerGoggles requires Node.js 20.19 or later; this is ${process.versions.node}.`)
if (!existsSync(`${ROOT}/node_modules`)) stop('The dependencies are not installed. Run `npm ci` first.')

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

// npm kills only the shell between itself and this script, so the script stops once its parent process is gone.
const parent = process.ppid
setInterval(() => {
  if (process.ppid === parent || stopping) return
  stopping = true
  server?.kill('SIGTERM')
}, PARENT_POLL_MS).unref()

for (;;) {
  const startedAt = Date.now()
  const code = await runServer()
  if (stopping || code === 0) process.exit(code ?? 0)
  if (code === EXIT_CONFIG) process.exit(code)
  if (Date.now() - startedAt > HEALTHY_AFTER_MS) crashes = 0
  const wait = BACKOFF_MS[Math.min(crashes++, BACKOFF_MS.length - 1)] ?? 0
  console.error(`The server exited unexpectedly (code ${code}); restarting in ${wait / 1000} s.`)
  await new Promise((resolve) => setTimeout(resolve, wait))
  if (stopping) process.exit(0)
}

/** @returns {Promise<number | null>} */
function runServer() {
  return new Promise((resolve, reject) => {
    server = spawn(process.execPath, ['--enable-source-maps', `${DIST}/server/${PROGRAM}.js`], {
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
