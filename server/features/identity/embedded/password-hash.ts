/** Password hashes: scrypt with 32 MB per hash, one of the parameter sets that OWASP recommends. */
import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'
import pLimit from 'p-limit'

const COST = { logN: 15, r: 8, p: 3 }
const SALT_BYTES = 16
const HASH_BYTES = 32
/** Bounds memory, and leaves threads of the pool to others. */
const limited = pLimit(2)

/** The form `scrypt$logN$r$p$salt$hash`, so that old hashes stay valid if the parameters change. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const hash = await derive(password, salt, COST)
  return ['scrypt', COST.logN, COST.r, COST.p, salt.toString('base64url'), hash.toString('base64url')].join('$')
}

/** Takes as long without a stored hash, so that the time does not reveal which accounts exist. */
export async function isPassword(password: string, stored: string | null | undefined): Promise<boolean> {
  const [, logN, r, p, salt = '', hash = ''] = (stored ?? (await nobodys())).split('$')
  const cost = { logN: Number(logN), r: Number(r), p: Number(p) }
  const expected = Buffer.from(hash, 'base64url')
  const actual = await derive(password, Buffer.from(salt, 'base64url'), cost)
  return timingSafeEqual(actual, expected) && typeof stored === 'string'
}

let nobodysHash: Promise<string> | undefined
const nobodys = () => (nobodysHash ??= hashPassword(randomBytes(SALT_BYTES).toString('hex')))

function derive(password: string, salt: Buffer, { logN, r, p }: typeof COST): Promise<Buffer> {
  const N = 2 ** logN
  const options: ScryptOptions = { N, r, p, maxmem: 256 * N * r }
  // NFKC: keyboards and systems encode the same characters differently.
  const text = password.normalize('NFKC')
  return limited(
    () =>
      new Promise((resolve, reject) => {
        scrypt(text, salt, HASH_BYTES, options, (error, hash) => (error ? reject(error) : resolve(hash)))
      }),
  )
}
