/** Runs a command of the operator: from the build or, without one, from the sources. */
import { spawnSync } from 'node:child_process'
import { DIST, isBuilt, ROOT } from './sources.mjs'

/**
 * Ends this process with the exit code of the command.
 * @param {string} name the file in `server/`, without its ending
 * @param {string[]} args
 * @param {string[]} flags of Node
 * @returns {never}
 */
export function runOperatorCommand(name, args = process.argv.slice(2), flags = []) {
  const entry = isBuilt()
    ? ['--enable-source-maps', `${DIST}/server/${name}.js`]
    : [`${ROOT}/node_modules/tsx/dist/cli.mjs`, `${ROOT}/server/${name}.ts`]
  const { status } = spawnSync(process.execPath, [...flags, ...entry, ...args], { stdio: 'inherit' })
  process.exit(status ?? 1)
}
