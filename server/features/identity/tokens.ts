/** Random tokens for cookies and links. The database stores their hashes, so that a leaked table contains no usable token. */
import { createHash, randomBytes } from 'node:crypto'

/** Returns 256 random bits, encoded for cookies and URLs. */
export function randomToken(): string {
  return randomBytes(32).toString('base64url')
}

export function hashOf(...parts: string[]): string {
  return createHash('sha256').update(parts.join('.')).digest('base64url')
}
