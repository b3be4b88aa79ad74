/**
 * Proves that the lock file holds every platform's optional packages. `npm ci` passes with holes in it and then lacks the
 * binaries on another system, so each name in an entry's optionalDependencies must resolve to an entry of its own.
 */
import { readFileSync } from 'node:fs'
import { ROOT } from './sources.mjs'

/** @type {{ packages: Record<string, { optionalDependencies?: Record<string, string>, resolved?: string }> }} */
const { packages } = JSON.parse(readFileSync(`${ROOT}/package-lock.json`, 'utf8'))
const wanted = Object.entries(packages).flatMap(([path, entry]) =>
  Object.keys(entry.optionalDependencies ?? {}).map((name) => ({ path, name })),
)
const holes = wanted.filter(({ path, name }) => !resolves(path, name))
const platforms = ['linux-x64', 'linux-arm64', 'darwin-arm64', 'win32-x64'].filter(
  (platform) => !Object.keys(packages).some((path) => path.endsWith(`@esbuild/${platform}`)),
)

if (wanted.length === 0) fail('no optional dependency was seen: the check itself is broken')
if (platforms.length > 0) fail(`esbuild has no entry for ${platforms.join(', ')}`)
if (holes.length > 0)
  fail(`missing from the lock file:\n${holes.map(({ path, name }) => `  ${name} (wanted by ${path})`).join('\n')}`)
const hosts = Object.values(packages).filter((entry) => entry.resolved?.startsWith('http')).length
if (hosts > 0) fail(`${hosts} entries name a registry host`)
console.log(`${wanted.length} optional packages have their entries`)

/** Looks inside the package and in every folder above it, as Node does. @param {string} path @param {string} name */
function resolves(path, name) {
  const parents =
    path === ''
      ? ['']
      : path.split('/node_modules/').map((_, depth, parts) => parts.slice(0, depth + 1).join('/node_modules/'))
  return ['', ...parents].some((parent) => packages[`${parent ? `${parent}/` : ''}node_modules/${name}`])
}

/** @param {string} message @returns {never} */
function fail(message) {
  console.error(message)
  process.exit(1)
}
