/** Password hashes: scrypt with 32 MB per hash, one of the parameter sets that OWASP recommends. */
import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'
import pLimit from 'p-limit'

const COST: HashCost = { logN: 15, r: 8, p: 3 }
const SALT_BYTES = 16
const HASH_BYTES = 32
/** Bounds memory, and leaves threads of the pool to others. */
const limited = pLimit(2)

/** Parameters of scrypt; N is 2 to the power of `logN`. */
export interface HashCost {
  logN: number
  r: number
  p: number
}

export interface PasswordHashes {
  /** The form `scrypt$logN$r$p$salt$hash`, so that old hashes stay valid if the parameters change. */
  hash(password: string): Promise<string>
  /** Takes as long without a stored hash, so that the time does not reveal which accounts exist. */
  matches(password: string, stored: string | null | undefined): Promise<boolean>
}

export function passwordHashes(cost = COST): PasswordHashes {
  const hash = async (password: string) => {
    const salt = randomBytes(SALT_BYTES)
    const derived = await derive(password, salt, cost)
    return ['scrypt', cost.logN, cost.r, cost.p, salt.toString('base64url'), derived.toString('base64url')].join('$')
  }
  let nobodysHash: Promise<string> | undefined
  const nobodys = () => (nobodysHash ??= hash(randomBytes(SALT_BYTES).toString('hex')))
  return {
    hash,
    async matches(password, stored) {
      const [, logN, r, p, salt = '', expected = ''] = (stored ?? (await nobodys())).split('$')
      const itsCost = { logN: Number(logN), r: Number(r), p: Number(p) }
      const actual = await derive(password, Buffer.from(salt, 'base64url'), itsCost)
      return timingSafeEqual(actual, Buffer.from(expected, 'base64url')) && typeof stored === 'string'
    },
  }
}

function derive(password: string, salt: Buffer, { logN, r, p }: HashCost): Promise<Buffer> {
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
