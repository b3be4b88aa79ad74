/**
 * Checks that the lock file contains the optional packages of every platform. `npm ci` succeeds without them but then lacks
 * native binaries on other platforms, so every name in optionalDependencies must resolve to an entry.
 */
import { readFileSync } from 'node:fs'
import { ROOT } from './sources.mjs'

/** @type {{ packages: Record<string, { optionalDependencies?: Record<string, string>, resolved?: string }> }} */
const { packages } = JSON.parse(readFileSync(`${ROOT}/package-lock.json`, 'utf8'))
const optional = Object.entries(packages).flatMap(([path, entry]) =>
  Object.keys(entry.optionalDependencies ?? {}).map((name) => ({ path, name })),
)
const missing = optional.filter(({ path, name }) => !resolves(path, name))
const missingPlatforms = ['linux-x64', 'linux-arm64', 'darwin-arm64', 'win32-x64'].filter(
  (platform) => !Object.keys(packages).some((path) => path.endsWith(`@esbuild/${platform}`)),
)

if (optional.length === 0) fail('found no optional dependency: the check itself is broken')
if (missingPlatforms.length > 0) fail(`esbuild has no entry for ${missingPlatforms.join(', ')}`)
if (missing.length > 0)
  fail(`missing from the lock file:\n${missing.map(({ path, name }) => `  ${name} (required by ${path})`).join('\n')}`)
const withRegistry = Object.values(packages).filter((entry) => entry.resolved?.startsWith('http')).length
if (withRegistry > 0) fail(`${withRegistry} entries contain a registry URL`)
console.log(`${optional.length} optional dependencies have lock entries`)

/** Searches the package's own node_modules and those of all parents, as Node does. @param {string} path @param {string} name */
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
