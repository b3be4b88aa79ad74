/** How an operator signs users out: one whose device is in other hands, or everyone. */
import { eq, inArray, sql } from 'drizzle-orm'
import { z } from 'zod'
import { CommandRefused } from '../../adapters/commands/command-refused.ts'
import type { Command } from '../../adapters/commands/command-socket.ts'
import type { Db } from '../../adapters/db/database.ts'
import { oidcState, sessions, users } from '../../adapters/db/schema.ts'
import { endProviderSessions } from './embedded/account-store.ts'

/** As a provider states it: 'admin@localhost', or any other text. */
const StoredAddress = z.string().trim()

/** Takes an e-mail address, or null for everyone; returns the number of sessions that it ended. */
export function sessionCommands(db: Db): Record<'sign-out', Command> {
  return {
    'sign-out': (input) => (input === null ? signOutEveryone(db) : signOut(db, StoredAddress.parse(input))),
  }
}

async function signOut(db: Db, email: string): Promise<number> {
  return await db.transaction(async (tx) => {
    const found = await tx
      .select({ id: users.id })
      .from(users)
      .where(eq(sql`lower(${users.email})`, sql`lower(${email})`))
    if (found.length === 0) throw new CommandRefused(`No user has the address ${email}.`)
    const ids = found.map(({ id }) => id)
    for (const id of ids) await endProviderSessions(tx, id)
    return (await tx.delete(sessions).where(inArray(sessions.userId, ids)).returning({ id: sessions.id })).length
  })
}

async function signOutEveryone(db: Db): Promise<number> {
  return await db.transaction(async (tx) => {
    await tx.delete(oidcState)
    return (await tx.delete(sessions).returning({ id: sessions.id })).length
  })
}
