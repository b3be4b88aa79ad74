/** Signatures of what a browser keeps in cookies, by the key of this installation. */
import { createHmac, timingSafeEqual } from 'node:crypto'

export interface Signer {
  sign(...parts: unknown[]): string
  isSigned(signature: string, ...parts: unknown[]): boolean
}

export function signer(key: string): Signer {
  const hmac = (parts: unknown[]) => createHmac('sha256', key).update(JSON.stringify(parts)).digest()
  return {
    sign: (...parts) => hmac(parts).toString('base64url'),
    isSigned(signature, ...parts) {
      const [expected, given] = [hmac(parts), Buffer.from(signature, 'base64url')]
      return given.length === expected.length && timingSafeEqual(expected, given)
    },
  }
}
