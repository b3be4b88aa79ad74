/** A temporary PostgreSQL cluster for tests: from the system's package, on a free port, as a non-root user. */
import { execFileSync } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'

/** PostgreSQL refuses to run as root; Debian's package creates this user. */
const SERVER_USER = 'postgres'

/** Returns the folder with `initdb` and `postgres` of the newest version; undefined if none is installed. */
export function postgresBinaries() {
  const base = '/usr/lib/postgresql'
  const versions = existsSync(base) ? readdirSync(base).sort((a, b) => Number(b) - Number(a)) : []
  const candidates = [...versions.map((version) => join(base, version, 'bin')), ...(process.env.PATH ?? '').split(':')]
  return candidates.find((folder) => existsSync(join(folder, 'initdb')))
}

/**
 * `restart` ends it as a crash would.
 * @returns {Promise<{ url: string, restart: () => void, stop: () => void }>}
 */
export async function startThrowAwayPostgres(parent = tmpdir()) {
  const bin = postgresBinaries()
  if (!bin) throw new Error('PostgreSQL is not installed: install the package `postgresql`.')
  const folder = mkdtempSync(join(parent, 'bg-postgres-'))
  const port = await freePort()
  const isRoot = userInfo().uid === 0
  if (isRoot) {
    const id = (/** @type {string} */ flag) => Number(execFileSync('id', [flag, SERVER_USER]).toString())
    chownSync(folder, id('-u'), id('-g'))
  }
  /** @param {string} program @param {string[]} args */
  const run = (program, args) => {
    const command = [join(bin, program), ...args]
    const [file = '', ...rest] = isRoot
      ? ['setpriv', `--reuid=${SERVER_USER}`, `--regid=${SERVER_USER}`, '--init-groups', '--', ...command]
      : command
    execFileSync(file, rest, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
  }
  const data = join(folder, 'data')
  run('initdb', ['-D', data, '-U', 'tests', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync'])
  // Durability is tested on the embedded database, so this cluster needs no fsync.
  const options = `-p ${port} -k ${folder} -c listen_addresses=127.0.0.1 -c fsync=off -c max_connections=200`
  const start = ['-D', data, '-w', '-l', join(folder, 'log'), '-o', options]
  run('pg_ctl', [...start, 'start'])
  return {
    url: `postgres://tests@127.0.0.1:${port}/postgres`,
    restart: () => run('pg_ctl', [...start, '-m', 'immediate', 'restart']),
    stop() {
      try {
        run('pg_ctl', ['-D', data, '-m', 'immediate', 'stop'])
      } finally {
        rmSync(folder, { recursive: true, force: true })
      }
    },
  }
}

/** @returns {Promise<number>} */
function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.on('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no free port')),
      )
    })
  })
}
