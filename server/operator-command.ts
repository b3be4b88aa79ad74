/**
 * Runs an operator's command: in the server if one holds the data folder of the embedded database, otherwise here, on a database
 * opened for it.
 */
import type { Command } from './adapters/commands/command-socket.ts'
import { ServerNotRunning, sendCommand } from './adapters/commands/command-socket.ts'
import { type Database, openDatabase } from './adapters/db/database.ts'
import { createLog } from './adapters/http/log.ts'
import type { Config, Secrets } from './config.ts'
import { databaseTemplate } from './product-files.ts'

interface CommandRun<Name extends string> {
  command: Name
  input: unknown
  /** Called only if the command runs here. */
  commands: (database: Database) => Promise<Record<Name, Command>>
  report?: (progress: unknown) => void
}

export async function runOperatorCommand<Name extends string>(
  { config, secrets }: { config: Config; secrets: Secrets },
  { command, input, commands, report = () => {} }: CommandRun<Name>,
): Promise<unknown> {
  if (config.database === 'embedded') {
    try {
      return await sendCommand(config.dataDir, { command, input }, report)
    } catch (error) {
      if (!(error instanceof ServerNotRunning)) throw error
    }
  }
  const log = createLog('warn')
  const { databaseUrl } = secrets
  const { dataDir, diskReserveBytes } = config
  const database = await openDatabase({
    databaseUrl,
    isPatient: true,
    dataDir,
    diskReserveBytes,
    templateDir: databaseTemplate(),
    log,
  })
  const interrupt = new AbortController()
  process.once('SIGINT', () => interrupt.abort(new Error('Interrupted. Run the same command again to resume.')))
  try {
    const runners = await commands(database)
    return await runners[command](input, report, interrupt.signal)
  } finally {
    await database.close()
  }
}
