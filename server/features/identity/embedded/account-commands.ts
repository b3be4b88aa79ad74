/** What an operator does for accounts with passwords: the first one, invitations, forgotten passwords, and lost passkeys. */
import { isNotNull } from 'drizzle-orm'
import { z } from 'zod'
import { CommandRefused } from '../../../adapters/commands/command-refused.ts'
import type { Command } from '../../../adapters/commands/command-socket.ts'
import type { Db } from '../../../adapters/db/database.ts'
import { oidcAccounts } from '../../../adapters/db/schema.ts'
import { accountLinkStore, hasAccounts, type NewLink, type OpenLink } from './account-links.ts'
import { type Account, accountStore } from './account-store.ts'
import { Email } from './sign-in-form.ts'

export type AccountCommand = 'invite' | 'reset-password' | 'remove-passkeys' | 'links' | 'revoke'

const LinkId = z.string()

interface CommandPorts {
  db: Db
  now: () => number
}

export function accountCommands({ db, now }: CommandPorts): Record<AccountCommand, Command> {
  const links = accountLinkStore(db, now)
  return {
    invite: (): Promise<NewLink> => links.create({ purpose: 'invitation' }),
    async 'reset-password'(input): Promise<NewLink> {
      return await links.create({ purpose: 'password', accountId: (await accountOf(db, input)).id })
    },
    async 'remove-passkeys'(input): Promise<number> {
      return await accountStore(db).removePasskeys((await accountOf(db, input)).id)
    },
    links: (): Promise<OpenLink[]> => links.open(),
    async revoke(input): Promise<null> {
      if (!(await links.revoke(LinkId.parse(input)))) throw new CommandRefused('No link has this id.')
      return null
    },
  }
}

async function accountOf(db: Db, input: unknown): Promise<Account> {
  const { data: email } = Email.safeParse(input)
  if (email === undefined) throw new CommandRefused(`${input} is no e-mail address.`)
  const account = await accountStore(db).byEmail(email)
  if (!account) throw new CommandRefused(`No account has the address ${email}.`)
  return account
}

/** Tells the operator how the first user gets in; undefined once somebody has a password. */
export async function firstAccountNotice({ db, now }: CommandPorts, origin: string): Promise<string | undefined> {
  if (!(await hasAccounts(db))) {
    const { path } = await accountLinkStore(db, now).create({ purpose: 'set-up' })
    return `Create the first account: ${origin}${path}`
  }
  const [account] = await db.select().from(oidcAccounts).where(isNotNull(oidcAccounts.passwordHash)).limit(1)
  if (account) return undefined
  return 'No account has a password yet. Set one with: npm run accounts -- reset-password <email>'
}
