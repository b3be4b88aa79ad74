/** Checks of the machine: Node.js, clock, folders and disk. */
import { constants, existsSync } from 'node:fs'
import { access, mkdtemp, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { isOpenToOthers } from '../adapters/make-folder.ts'
import type { Config } from '../config.ts'
import { type Check, Problem } from './check.ts'

const NODE_MIN = [20, 19] as const
/** A year in which this version existed. */
const YEAR_MIN = 2025
const YEAR_MAX = 2100
/** Sign-in providers accept little more. */
const CLOCK_DIFFERENCE_MAX_MS = 60_000
const FETCH_TIMEOUT_MS = 10_000
const MB = 1024 * 1024

export const nodeVersion: Check = {
  name: 'Node.js',
  async run() {
    const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
    if (major > NODE_MIN[0] || (major === NODE_MIN[0] && minor >= NODE_MIN[1])) return process.versions.node
    throw new Problem(`${process.versions.node} is too old.`, `Install ${NODE_MIN.join('.')} or newer.`)
  },
}

/** Compares with the sign-in provider, because the times in its ID tokens are checked; without one, only the year is looked at. */
export function clockOf({ oidc }: Pick<Config, 'oidc'>, now = Date.now): Check {
  return {
    name: 'clock',
    async run() {
      const time = new Date(now())
      const remedy = 'Set the clock, and let it follow a time server (NTP).'
      const year = time.getUTCFullYear()
      if (year < YEAR_MIN || year > YEAR_MAX) throw new Problem(`The year is ${year}.`, remedy)
      const elsewhere = oidc && (await timeOf(oidc.issuer))
      if (elsewhere === undefined) return `${time.toISOString()} (not compared)`
      const difference = Math.abs(elsewhere - now())
      if (difference <= CLOCK_DIFFERENCE_MAX_MS) return 'agrees with the sign-in provider'
      throw new Problem(`It differs from the sign-in provider's by ${Math.round(difference / 1_000)} s.`, remedy)
    },
  }
}

/** Undefined if the server cannot be reached, which the check of the sign-in reports. */
async function timeOf(url: string): Promise<number | undefined> {
  const response = await fetch(url, { method: 'HEAD', signal: AbortSignal.timeout(FETCH_TIMEOUT_MS) }).catch(
    () => undefined,
  )
  const date = Date.parse(response?.headers.get('date') ?? '')
  return Number.isNaN(date) ? undefined : date
}

export function foldersOf({ dataDir, database }: Pick<Config, 'dataDir' | 'database'>): Check {
  return {
    name: 'folders',
    async run() {
      const data = existingPart(dataDir)
      if (database === 'embedded') {
        await access(data, constants.R_OK | constants.W_OK | constants.X_OK).catch(() => {
          throw new Problem(
            `${data} is not writable.`,
            'Give it to the user of the server, or choose another DATA_DIR.',
          )
        })
        assertPrivate(
          ['.', 'database', 'imports', 'photos', 'pictures', 'snapshots'].map((name) => resolve(dataDir, name)),
        )
      }
      const probe = await mkdtemp(join(tmpdir(), 'doctor-')).catch(() => {
        throw new Problem(`${tmpdir()} is not writable.`, 'Set TMPDIR to a folder that is.')
      })
      await rm(probe, { recursive: true })
      return database === 'embedded' ? `${data} and ${tmpdir()} are writable` : `${tmpdir()} is writable`
    },
  }
}

function assertPrivate(folders: string[]): void {
  const open = folders.filter(isOpenToOthers)
  if (open.length === 0) return
  throw new Problem(`Other users of this machine can open ${open.join(' and ')}.`, `Run: chmod 700 ${open.join(' ')}`)
}

export function diskOf({ dataDir, diskReserveBytes }: Pick<Config, 'dataDir' | 'diskReserveBytes'>): Check {
  return {
    name: 'disk',
    async run() {
      const folder = existingPart(dataDir)
      const { bavail, bsize } = await statfs(folder)
      const free = `${Math.round((bavail * bsize) / MB)} MB are free on the disk of ${folder}`
      if (bavail * bsize >= diskReserveBytes) return free
      const remedy = `Below ${diskReserveBytes / MB} MB (DISK_RESERVE_MB) photos and imports are refused: make room.`
      throw new Problem(`Only ${free}.`, remedy)
    },
  }
}

/** The folder, or the nearest one above it that exists. */
function existingPart(folder: string): string {
  const path = resolve(folder)
  return existsSync(path) ? path : existingPart(dirname(path))
}
