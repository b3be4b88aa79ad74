/** What an operator does for accounts with passwords: the first one, invitations, and forgotten passwords. */
import { isNotNull } from 'drizzle-orm'
import { z } from 'zod'
import type { Command } from '../../../adapters/commands/command-socket.ts'
import type { Db } from '../../../adapters/db/database.ts'
import { oidcAccounts } from '../../../adapters/db/schema.ts'
import { accountLinkStore, hasAccounts, type NewLink, type OpenLink } from './account-links.ts'
import { accountStore } from './account-store.ts'
import { Email } from './sign-in-form.ts'

export type AccountCommand = 'invite' | 'reset-password' | 'links' | 'revoke'

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
      const email = Email.parse(input)
      const account = await accountStore(db).byEmail(email)
      if (!account) throw new Error(`No account has the address ${email}.`)
      return await links.create({ purpose: 'password', accountId: account.id })
    },
    links: (): Promise<OpenLink[]> => links.open(),
    async revoke(input): Promise<null> {
      if (!(await links.revoke(LinkId.parse(input)))) throw new Error('No link has this id.')
      return null
    },
  }
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
