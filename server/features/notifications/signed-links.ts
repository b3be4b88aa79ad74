/** Links in e-mails. Each carries what it does and for whom, signed, so that it needs no session and cannot be guessed. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '../../adapters/db/database.ts'
import { secrets } from '../../adapters/db/schema.ts'

const NAME = 'email-links'
const Key = z.object({ key: z.string() })
const Link = z.object({
  does: z.enum(['confirm', 'unsubscribe']),
  userId: z.int(),
  /** The address it was sent to. */
  address: z.string(),
  /** Milliseconds since the epoch; null: for good. */
  expiresAt: z.number().nullable(),
})
export type Link = z.infer<typeof Link>

export type SignedLinks = Awaited<ReturnType<typeof signedLinks>>

export async function signedLinks(db: Db, now: () => number) {
  const value = { key: randomBytes(32).toString('base64url') }
  await db.insert(secrets).values({ name: NAME, value }).onConflictDoNothing()
  const [stored] = await db.select().from(secrets).where(eq(secrets.name, NAME))
  const { key } = Key.parse(stored?.value)
  const signature = (payload: string) => createHmac('sha256', key).update(payload).digest()

  return {
    token(link: Link): string {
      const payload = Buffer.from(JSON.stringify(link)).toString('base64url')
      return `${payload}.${signature(payload).toString('base64url')}`
    },

    /** Undefined if it is not ours, or has expired. */
    read(token: string): Link | undefined {
      const [payload = '', signed = ''] = token.split('.')
      const [expected, given] = [signature(payload), Buffer.from(signed, 'base64url')]
      if (given.length !== expected.length || !timingSafeEqual(expected, given)) return undefined
      const link = Link.parse(JSON.parse(Buffer.from(payload, 'base64url').toString()))
      return link.expiresAt === null || link.expiresAt > now() ? link : undefined
    },
  }
}
