/** The key pair with which push services recognise this installation (VAPID), generated once. Browsers subscribe to the public key. */
import { eq } from 'drizzle-orm'
import webPush from 'web-push'
import { z } from 'zod'
import type { Db } from '../../adapters/db/database.ts'
import { secrets } from '../../adapters/db/schema.ts'

const NAME = 'web-push'
const PushKeys = z.object({ publicKey: z.string(), privateKey: z.string() })
export type PushKeys = z.infer<typeof PushKeys>

/** If several nodes start at once, the first one wins. */
export async function pushKeys(db: Db): Promise<PushKeys> {
  await db.insert(secrets).values({ name: NAME, value: webPush.generateVAPIDKeys() }).onConflictDoNothing()
  const [stored] = await db.select().from(secrets).where(eq(secrets.name, NAME))
  return PushKeys.parse(stored?.value)
}
