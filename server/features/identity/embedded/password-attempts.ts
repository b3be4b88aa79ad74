/**
 * Limits how often a password or a passkey may be tried: from one address for each account, for an account in total, and from one address in total.
 * A device that has signed in to the account before has a limit of its own.
 */
import { normalizeIP } from '@fastify/rate-limit'
import { inArray, lt, sql } from 'drizzle-orm'
import type { Db } from '../../../adapters/db/database.ts'
import { passwordAttempts } from '../../../adapters/db/schema.ts'
import { hashOf } from '../tokens.ts'

const WINDOW_MS = 15 * 60_000
const PER_DEVICE = 20
const PER_ACCOUNT_AND_ADDRESS = 20
/** Of strangers from all addresses. */
const PER_ACCOUNT = 100
const PER_ADDRESS = 60

interface By {
  /** What is tried: the e-mail address of an account, or a passkey. */
  target: string
  /** Of IPv6 its network of 64 bits counts. */
  address: string
  /** The id of a device that has signed in to this account before. */
  device?: string | undefined
}

export interface PasswordAttempts {
  /**
   * Counts an attempt as failed, before the password is checked; undefined if there were too many. One that its address may not make does
   * not count for the account, or an address could lock any number of accounts.
   */
  begin(by: By): Promise<Attempt | undefined>
  /** After a password was set through a link: the attempts at the account from this address start again. */
  forget(by: Omit<By, 'device'>): Promise<void>
  dropExpired(): Promise<void>
}

interface Attempt {
  /**
   * The password was right. The attempts at the account from this device and address start again; the limits that are shared with others
   * only lose this attempt.
   */
  succeeded(): Promise<void>
}

export function passwordAttemptLimit(db: Db, now: () => number): PasswordAttempts {
  const count = async (key: string): Promise<number> => {
    const row = { count: 1, expiresAt: new Date(now() + WINDOW_MS) }
    const at = (ms: number) => new Date(now() + ms).toISOString()
    const { expiresAt } = passwordAttempts
    // A window that ends much later was begun by a clock that has been set back since: it could last for years.
    const isOver = sql`(${expiresAt} <= ${at(0)} or ${expiresAt} > ${at(2 * WINDOW_MS)})`
    const [counted] = await db
      .insert(passwordAttempts)
      .values({ keyHash: hashOf(key), ...row })
      .onConflictDoUpdate({
        target: passwordAttempts.keyHash,
        set: {
          count: sql`case when ${isOver} then 1 else ${passwordAttempts.count} + 1 end`,
          expiresAt: sql`case when ${isOver} then excluded.expires_at else ${passwordAttempts.expiresAt} end`,
        },
      })
      .returning({ count: passwordAttempts.count })
    return counted?.count ?? 0
  }
  const rowsOf = (keys: readonly string[]) =>
    inArray(
      passwordAttempts.keyHash,
      keys.map((key) => hashOf(key)),
    )
  const startAgain = async (...keys: string[]) => {
    await db.delete(passwordAttempts).where(rowsOf(keys))
  }
  const uncount = async (...keys: string[]) => {
    await db
      .update(passwordAttempts)
      .set({ count: sql`greatest(${passwordAttempts.count} - 1, 0)` })
      .where(rowsOf(keys))
  }

  return {
    async begin({ target, address, device }) {
      const keys = keysOf(target, address)
      if (device !== undefined) {
        const own = `device ${device}`
        return (await count(own)) > PER_DEVICE ? undefined : { succeeded: () => startAgain(own, keys.own) }
      }
      if ((await count(keys.address)) > PER_ADDRESS) return undefined
      if ((await count(keys.own)) > PER_ACCOUNT_AND_ADDRESS) return undefined
      if ((await count(keys.account)) > PER_ACCOUNT) return undefined
      return {
        async succeeded() {
          await startAgain(keys.own)
          await uncount(keys.address, keys.account)
        },
      }
    },
    forget: ({ target, address }) => startAgain(keysOf(target, address).own),
    async dropExpired() {
      await db.delete(passwordAttempts).where(lt(passwordAttempts.expiresAt, new Date(now())))
    },
  }
}

function keysOf(target: string, address: string) {
  const network = normalizeIP(address)
  return { address: `address ${network}`, own: `address ${network} account ${target}`, account: `account ${target}` }
}
