/**
 * Runs an operator's command: in the server if one holds the data folder of the embedded database, otherwise here, on a database
 * opened for it.
 */
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Command } from './adapters/commands/command-socket.ts'
import { ServerNotRunning, sendCommand } from './adapters/commands/command-socket.ts'
import { type Database, openDatabase } from './adapters/db/database.ts'
import { createLog } from './adapters/http/log.ts'
import { oneLine } from './adapters/one-line.ts'
import type { Config, Secrets } from './config.ts'

interface CommandRun<Name extends string> {
  command: Name
  input: unknown
  /** Called only if the command runs here. */
  commands: (database: Database) => Promise<Record<Name, Command>>
  report?: (progress: unknown) => void
  /** False: works with the tables of whatever version made them. Default true. */
  migrates?: boolean
}

/** Returns what the command does, as JSON whose texts may be printed in a terminal; the same is reported. */
export async function runOperatorCommand<Name extends string>(
  settings: { config: Config; secrets: Secrets },
  { report = () => {}, migrates = true, ...run }: CommandRun<Name>,
): Promise<unknown> {
  return printable(
    await runHereOrInServer(settings, { ...run, migrates, report: (progress) => report(printable(progress)) }),
  )
}

/** A command must not create an installation where its operator meant another folder. */
export function assertDatabase(dataDir: string): void {
  if (existsSync(join(dataDir, 'database'))) return
  throw new Error(
    `There is no database in ${resolve(dataDir)}. Set DATA_DIR to the folder of the server, or start the server once to create it.`,
  )
}

async function runHereOrInServer<Name extends string>(
  { config, secrets }: { config: Config; secrets: Secrets },
  { command, input, commands, report, migrates }: Required<CommandRun<Name>>,
): Promise<unknown> {
  const { dataDir, diskReserveBytes } = config
  if (config.database === 'embedded') {
    try {
      return await sendCommand(dataDir, { command, input }, report)
    } catch (error) {
      if (!(error instanceof ServerNotRunning)) throw error
    }
    assertDatabase(dataDir)
  }
  const log = createLog('warn')
  const { databaseUrl } = secrets
  const database = await openDatabase({ databaseUrl, isPatient: true, migrates, dataDir, diskReserveBytes, log })
  const interrupt = new AbortController()
  process.once('SIGINT', () => interrupt.abort(new Error('Interrupted. Run the same command again to resume.')))
  try {
    const runners = await commands(database)
    return await runners[command](input, report, interrupt.signal)
  } finally {
    await database.close()
  }
}

/** Names and notes of users could hold sequences that a terminal obeys. */
function printable(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value ?? null), (_key, part) => (typeof part === 'string' ? oneLine(part) : part))
}
