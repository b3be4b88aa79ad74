/** The secrets of the embedded provider, generated once: token signing key, cookie keys and client secret. */
import { generateKeyPair, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '../../../adapters/db/database.ts'
import { secrets } from '../../../adapters/db/schema.ts'

const NAME = 'embedded-provider'

const kid = z.string()
/** Installations of version 2.0.0 and before have an RSA key. */
const SigningKey = z.discriminatedUnion('kty', [
  z.looseObject({
    kty: z.literal('EC'),
    alg: z.literal('ES256'),
    crv: z.literal('P-256'),
    x: z.string(),
    y: z.string(),
    d: z.string(),
    kid,
  }),
  z.looseObject({ kty: z.literal('RSA'), alg: z.literal('RS256'), n: z.string(), e: z.string(), d: z.string(), kid }),
])

const OwnSecrets = z.object({
  clientSecret: z.string(),
  cookieKeys: z.tuple([z.string()], z.string()),
  signingKey: SigningKey,
})
export type OwnSecrets = z.infer<typeof OwnSecrets>

/** Returns the stored secrets, and generates them at the first start. If several nodes start at once, the first one wins. */
export async function ownSecrets(db: Db): Promise<OwnSecrets> {
  const stored = async () => {
    const [row] = await db.select().from(secrets).where(eq(secrets.name, NAME))
    return row && OwnSecrets.parse(row.value)
  }
  const existing = await stored()
  if (existing) return existing
  await db
    .insert(secrets)
    .values({ name: NAME, value: await newSecrets() })
    .onConflictDoNothing()
  const created = await stored()
  if (!created) throw new Error('the secrets of the embedded provider were not stored')
  return created
}

async function newSecrets(): Promise<OwnSecrets> {
  const token = () => randomBytes(32).toString('base64url')
  const { privateKey } = await promisify(generateKeyPair)('ec', { namedCurve: 'P-256' })
  const signingKey = { ...privateKey.export({ format: 'jwk' }), kid: token().slice(0, 8), use: 'sig', alg: 'ES256' }
  return OwnSecrets.parse({ clientSecret: token(), cookieKeys: [token()], signingKey })
}
