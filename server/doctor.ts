/** `npm run doctor`: checks an installation and prints what to do about each problem. Changes no data, and disturbs no server. */
import { existsSync } from 'node:fs'
import { ConfigProblems, readConfig } from './config.ts'
import { runChecks } from './doctor/check.ts'
import { databaseOf } from './doctor/database.ts'
import { clockOf, diskOf, foldersOf, nodeVersion } from './doctor/machine.ts'
import { mailOf } from './doctor/mail.ts'
import { retentionOf } from './doctor/retention.ts'
import { engineOf, portOf, signInOf } from './doctor/service.ts'

try {
  if (existsSync('.env')) process.loadEnvFile('.env')
  const read = readConfig(process.env)
  const { config } = read
  console.log('ok     configuration')
  const checks = [
    nodeVersion,
    clockOf(config),
    foldersOf(config),
    ...(config.database === 'embedded' ? [diskOf(config)] : []),
    databaseOf(read),
    retentionOf(config),
    signInOf(read),
    mailOf(read),
    portOf(config),
    engineOf(read),
  ]
  process.exitCode = (await runChecks(checks, console.log)) ? 0 : 1
} catch (error) {
  if (!(error instanceof ConfigProblems)) throw error
  console.log(`wrong  configuration: ${error.message}`)
  process.exitCode = 1
}
