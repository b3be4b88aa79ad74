/** `npm run accounts`: invitations, forgotten passwords and lost passkeys of the embedded sign-in with passwords; ends sessions of any sign-in. */
import { z } from 'zod'
import { systemClock } from './adapters/clock.ts'
import type { Database } from './adapters/db/database.ts'
import { readSettings } from './config.ts'
import { type AccountCommand, accountCommands } from './features/identity/embedded/account-commands.ts'
import { sessionCommands } from './features/identity/session-commands.ts'
import { runOperatorCommand } from './operator-command.ts'
import { runProgram, WrongUse } from './operator-program.ts'

const USAGE = `npm run accounts -- invite                   prints a link that creates an account
npm run accounts -- reset-password <email>   prints a link that sets a new password
npm run accounts -- remove-passkeys <email>  removes all passkeys of an account, and ends its sessions
npm run accounts -- links                    lists the links that nobody has used yet
npm run accounts -- revoke <id>              makes one of them useless
npm run accounts -- sign-out <email>         ends all sessions of a user, whatever the sign-in
npm run accounts -- sign-out everyone        ends all sessions

Each link works once, for a week. Send it to its user by a private channel.`

const Link = z.object({ path: z.string(), expiresAt: z.coerce.date() })
const OpenLinks = z.array(
  z.object({ id: z.string(), purpose: z.string(), email: z.string().nullable(), expiresAt: z.coerce.date() }),
)

await runProgram({ name: 'accounts', usage: USAGE, run: main })

async function main([command, target, ...rest]: string[]): Promise<void> {
  const isComplete = target !== undefined && rest.length === 0
  if (command === 'invite' && target === undefined) await printLink(command, null)
  else if (command === 'reset-password' && isComplete) await printLink(command, target)
  else if (command === 'remove-passkeys' && isComplete) await removePasskeys(target)
  else if (command === 'links' && target === undefined) await printLinks()
  else if (command === 'revoke' && isComplete) await run(command, target)
  else if (command === 'sign-out' && isComplete) await signOut(target)
  else if (command === undefined) console.log(USAGE)
  else throw new WrongUse(`Unknown or incomplete command: ${process.argv.slice(2).join(' ')}.`)
}

async function printLink(command: AccountCommand, input: string | null): Promise<void> {
  const { answer, origin } = await run(command, input)
  const link = Link.parse(answer)
  console.log(`${origin}${link.path}`)
  console.log(`It works once, until ${timeOf(link.expiresAt)}.`)
}

async function printLinks(): Promise<void> {
  for (const { id, purpose, email, expiresAt } of OpenLinks.parse((await run('links', null)).answer)) {
    console.log(`${id}  ${purpose.padEnd(10)}  until ${timeOf(expiresAt)}  ${email ?? 'operator'}`)
  }
}

function timeOf(date: Date): string {
  return `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`
}

async function removePasskeys(email: string): Promise<void> {
  const { answer } = await run('remove-passkeys', email)
  console.log(`${z.number().parse(answer)} passkeys removed, all sessions ended.`)
}

async function signOut(target: string): Promise<void> {
  const input = target === 'everyone' ? null : target
  const commands = async ({ db }: Pick<Database, 'db'>) => sessionCommands(db)
  const ended = await runOperatorCommand(readSettings(), { command: 'sign-out', input, commands })
  console.log(`${z.number().parse(ended)} sessions ended.`)
}

async function run(command: AccountCommand, input: string | null): Promise<{ answer: unknown; origin: string }> {
  const read = readSettings()
  const { embeddedSignIn, publicUrl, port } = read.config
  if (embeddedSignIn !== 'password') throw new Error('Accounts have passwords only with EMBEDDED_SIGN_IN=password.')
  const commands = async ({ db }: Pick<Database, 'db'>) => accountCommands({ db, now: systemClock.now })
  const answer = await runOperatorCommand(read, { command, input, commands })
  return { answer, origin: publicUrl ?? `http://localhost:${port}` }
}
