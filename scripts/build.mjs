/**
 * Builds everything the product runs from into `dist/`: the web app, the server with its worker and reader entries, the
 * compiled catalogue, and a database directory that is already migrated and filled.
 */
import { execFileSync, spawn } from 'node:child_process'
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { build as bundle } from 'esbuild'
import { DIST, ROOT, STAMP, sourceHash, step } from './sources.mjs'

const ENTRIES = {
  main: 'server/main.ts',
  catalogue: 'server/catalogue.ts',
  'pglite-worker': 'server/db/pglite-worker.ts',
  'build-template': 'server/db/build-template.ts',
  reader: 'recognition/reader/reader.ts',
}

export async function build() {
  const hash = sourceHash()
  rmSync(STAMP, { force: true })
  mkdirSync(`${DIST}/server`, { recursive: true })
  await Promise.all([
    step('web app', () =>
      run('node_modules/vite/bin/vite.js', ['build', '--config', 'web/vite.config.ts', '--logLevel', 'warn']),
    ),
    step('server and catalogue', async () => {
      await Promise.all([
        bundleServer(),
        run('node_modules/tsx/dist/cli.mjs', ['scripts/compile-catalogue.ts', `${DIST}/catalogue.json`]),
      ])
      cpSync(`${ROOT}/server/db/migrations`, `${DIST}/server/migrations`, { recursive: true })
    }),
  ])
  await step('database template', () => run(`${DIST}/server/build-template.js`, [`${DIST}/database`]))
  writeFileSync(`${DIST}/version.json`, JSON.stringify({ commit: commit(), builtAt: new Date().toISOString() }))
  writeFileSync(STAMP, hash)
}

async function bundleServer() {
  await bundle({
    absWorkingDir: ROOT,
    entryPoints: Object.entries(ENTRIES).map(([out, entry]) => ({ in: entry, out })),
    outdir: `${DIST}/server`,
    bundle: true,
    splitting: true,
    chunkNames: 'chunks/[name]-[hash]',
    platform: 'node',
    target: 'node20',
    format: 'esm',
    packages: 'external',
    sourcemap: true,
    logLevel: 'warning',
  })
}

/** @param {string} script @param {string[]} args */
function run(script, args) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [script, ...args], { cwd: ROOT, stdio: 'inherit' })
    child.on('error', reject)
    child.on('exit', (code) => (code === 0 ? resolve(undefined) : reject(new Error(`${script} ended with ${code}`))))
  })
}

function commit() {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: ROOT, stdio: ['ignore', 'pipe', 'ignore'] })
      .toString()
      .trim()
  } catch {
    return null // A download without its history has no commit to name.
  }
}

if (process.argv[1]?.endsWith('build.mjs')) await build()
