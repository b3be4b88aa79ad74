/** `npm run accounts`: invitations and forgotten passwords of the embedded sign-in with passwords. */
import { existsSync } from 'node:fs'
import { z } from 'zod'
import { systemClock } from './adapters/clock.ts'
import type { Database } from './adapters/db/database.ts'
import { ConfigProblems, readConfig } from './config.ts'
import { type AccountCommand, accountCommands } from './features/identity/embedded/account-commands.ts'
import { runOperatorCommand } from './operator-command.ts'

const USAGE = `npm run accounts -- invite                   prints a link that creates an account
npm run accounts -- reset-password <email>   prints a link that sets a new password

Each link works once, for a week. Send it to its user by a private channel.`

const Link = z.object({ path: z.string(), expiresAt: z.coerce.date() })

try {
  await main(process.argv.slice(2))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = error instanceof ConfigProblems ? 78 : 1
}

async function main([command, email, ...rest]: string[]): Promise<void> {
  if (command === 'invite' && email === undefined) await printLink(command, null)
  else if (command === 'reset-password' && email !== undefined && rest.length === 0) await printLink(command, email)
  else {
    console.log(USAGE)
    if (command !== undefined && command !== '--help') process.exitCode = 1
  }
}

async function printLink(command: AccountCommand, input: string | null): Promise<void> {
  if (existsSync('.env')) process.loadEnvFile('.env')
  const read = readConfig(process.env)
  const { embeddedSignIn, publicUrl, port } = read.config
  if (embeddedSignIn !== 'password') throw new Error('Accounts have passwords only with EMBEDDED_SIGN_IN=password.')
  const commands = async ({ db }: Pick<Database, 'db'>) => accountCommands({ db, now: systemClock.now })
  const link = Link.parse(await runOperatorCommand(read, { command, input, commands }))
  console.log(`${publicUrl ?? `http://localhost:${port}`}${link.path}`)
  console.log(`It works once, until ${link.expiresAt.toISOString().slice(0, 16).replace('T', ' ')} UTC.`)
}
