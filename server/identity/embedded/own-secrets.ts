/** The keys that this installation makes for itself, once: to sign tokens, to sign cookies, and as its client's secret. */
import { generateKeyPair, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '../../db/database.ts'
import { secrets } from '../../db/schema.ts'

const NAME = 'embedded-provider'

const OwnSecrets = z.object({
  clientSecret: z.string(),
  cookieKeys: z.array(z.string()).min(1),
  signingKey: z.looseObject({ kty: z.literal('RSA'), n: z.string(), e: z.string(), d: z.string(), kid: z.string() }),
})
export type OwnSecrets = z.infer<typeof OwnSecrets>

/** Of several nodes that start together on an empty database, the first one's stay. */
export async function ownSecrets(db: Db): Promise<OwnSecrets> {
  const stored = async () => {
    const [row] = await db.select().from(secrets).where(eq(secrets.name, NAME))
    return row && OwnSecrets.parse(row.value)
  }
  const known = await stored()
  if (known) return known
  await db
    .insert(secrets)
    .values({ name: NAME, value: await newSecrets() })
    .onConflictDoNothing()
  const made = await stored()
  if (!made) throw new Error('the keys of the embedded provider were not stored')
  return made
}

async function newSecrets(): Promise<OwnSecrets> {
  const token = () => randomBytes(32).toString('base64url')
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 })
  const signingKey = { ...privateKey.export({ format: 'jwk' }), kid: token().slice(0, 8), use: 'sig', alg: 'RS256' }
  return OwnSecrets.parse({ clientSecret: token(), cookieKeys: [token()], signingKey })
}
