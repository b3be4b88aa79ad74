/** `npm run doctor`: checks an installation and prints what to do about each problem. Changes no data, and disturbs no server. */
import { ConfigProblems, readSettings, type Settings } from './config.ts'
import { type Check, Problem, runChecks } from './doctor/check.ts'
import { databaseOf } from './doctor/database.ts'
import { clockOf, diskOf, foldersOf, nodeVersion } from './doctor/machine.ts'
import { mailOf } from './doctor/mail.ts'
import { retentionOf } from './doctor/retention.ts'
import { engineOf, metricsPortOf, portOf } from './doctor/service.ts'
import { signInOf } from './doctor/sign-in.ts'
import { runProgram, WrongUse } from './operator-program.ts'

const USAGE = `npm run doctor   checks an installation, and prints what to do about each problem`

await runProgram({ name: 'doctor', usage: USAGE, run: main })

async function main(args: string[]): Promise<void> {
  if (args.length > 0) throw new WrongUse(`doctor does not take '${args.join(' ')}'.`)
  const read = settings()
  if (!read) return
  const { config } = read
  const checks = [
    namesOf(read),
    nodeVersion,
    clockOf(config),
    foldersOf(config),
    ...(config.database === 'embedded' ? [diskOf(config)] : []),
    databaseOf(read),
    retentionOf(config),
    portOf(config),
    ...(config.metricsPort === undefined ? [] : [metricsPortOf(config.host, config.metricsPort)]),
    signInOf(read),
    mailOf(read),
    engineOf(read),
  ]
  process.exitCode = (await runChecks(checks, console.log)) ? 0 : 1
}

/** Undefined if they are wrong, which is reported. */
function settings(): Settings | undefined {
  try {
    return readSettings()
  } catch (error) {
    if (!(error instanceof ConfigProblems)) throw error
    console.log(`wrong  configuration: ${error.message}`)
    process.exitCode = 1
    return undefined
  }
}

function namesOf({ unknown }: Settings): Check {
  return {
    name: 'configuration',
    async run() {
      if (unknown.length > 0) throw new Problem(unknown.join(' '), 'Correct or remove them.')
      return 'no setting is misspelt'
    },
  }
}
