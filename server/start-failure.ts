/** Explains to the operator why a server or a worker cannot start, and tells the start script whether another start may succeed. */
import { EngineUnusable, ReaderLost } from '#recognition'
import { DataFolderInUse } from './adapters/db/data-lock.ts'
import { DatabaseUnusable } from './adapters/db/embedded.ts'
import { DatabaseUnreachable, isReadOnly } from './adapters/db/keep-connections.ts'
import { NewerDatabase } from './adapters/db/migrate.ts'
import { DatabaseUnsuitable } from './adapters/db/suitable.ts'
import { isDiskFull } from './adapters/disk-full.ts'
import { withoutStatement } from './adapters/failed-statement.ts'
import { ConfigProblems } from './config.ts'

/** EX_CONFIG: a restart would fail the same way. */
const NOT_WORTH_RETRYING = 78
const WORTH_RETRYING = 1

const EXPLAINED = [ConfigProblems, DataFolderInUse, DatabaseUnsuitable, DatabaseUnusable, NewerDatabase]
const NETWORKS_REMEDY = 'Correct VISION_MODELS, or unset it; without it, install the networks again: `npm ci`.'
/** Codes of the file system: not permitted, read-only, a file where a folder belongs, or a place like /proc for which folders are not made. */
const OUT_OF_REACH = new Set(['EACCES', 'EPERM', 'EROFS', 'EEXIST', 'ENOTDIR'])

interface StartFailure {
  /** An unexpected error itself, so that its stack is printed. */
  message: unknown
  exitCode: number
}

/** As Node.js reports them of files and of addresses. */
type SystemError = NodeJS.ErrnoException & { address?: string; port?: number }

export function startFailure(error: unknown): StartFailure {
  if (!(error instanceof Error)) return { message: error, exitCode: WORTH_RETRYING }
  const lasting = lastingProblem(error)
  if (lasting !== undefined) return { message: lasting, exitCode: NOT_WORTH_RETRYING }
  return { message: passingProblem(error) ?? withoutStatement(error), exitCode: WORTH_RETRYING }
}

function lastingProblem(error: SystemError): string | undefined {
  if (EXPLAINED.some((kind) => error instanceof kind)) return error.message
  if (error instanceof EngineUnusable) return `${error.message}. ${NETWORKS_REMEDY}`
  const { code = '', syscall, address, port, path = address } = error
  if (port !== undefined && code === 'EADDRINUSE') {
    return `Port ${port} of ${address} is in use. Stop the other program, or choose another PORT or METRICS_PORT.`
  }
  if (port !== undefined && code === 'EACCES') return `Port ${port} may not be used. Choose one above 1023.`
  const isOutOfReach = OUT_OF_REACH.has(code) || (code === 'ENOENT' && syscall === 'mkdir')
  if (!isOutOfReach || path === undefined) return undefined
  return `${path} cannot be used (${code}). DATA_DIR must be a folder in which the user of the server may write.`
}

/** An address may come a little after the start of the machine. */
function passingProblem(error: SystemError): string | undefined {
  const { code, syscall, address, message } = error
  if (syscall === 'getaddrinfo') return `HOST: ${message}. Set it to an address of this machine.`
  if (code === 'EADDRNOTAVAIL') return `HOST: ${address} is not an address of this machine.`
  if (error instanceof ReaderLost) return `${message}. \`npm run doctor\` says more.`
  if (isDiskFull(error)) return 'The disk of DATA_DIR is full, so the server cannot start.'
  if (isReadOnly(error)) return 'PostgreSQL is read-only, as a replica is. DATABASE_URL must lead to the primary.'
  return error instanceof DatabaseUnreachable ? message : undefined
}
