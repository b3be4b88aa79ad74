/**
 * Devices that have signed in to an account before: they have a signed cookie for it, which opens nothing. Their attempts are counted apart,
 * so that strangers who use up those of an account do not lock its owner out (OWASP: device cookies).
 */
import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { knownOrigin } from '../../../adapters/http/origin.ts'
import { readCookie, writeCookie } from '../session-cookie.ts'
import type { Account } from './account-store.ts'
import type { Signer } from './signer.ts'

const COOKIE_SECONDS = 365 * 24 * 60 * 60
/** Of those who share a device. */
const ACCOUNTS_MAX = 4
const ID_BYTES = 16
const TAG_LENGTH = 8
const SEPARATOR = '~'

/** The signature covers the password's hash, so that it ends with the password. */
type Signed = Pick<Account, 'id' | 'passwordHash'>

export interface KnownDevices {
  /** The id of the device; undefined if it has not signed in to this account since its password was set. */
  idFor(account: Signed | undefined, request: FastifyRequest): string | undefined
  remember(account: Signed, request: FastifyRequest, reply: FastifyReply): void
}

export function knownDevices({ sign, isSigned }: Signer, publicUrl: string | undefined): KnownDevices {
  const partsOf = (id: string, account: Signed) => ['known-device', id, account.id, account.passwordHash]
  /** Begins every id for the account, so that a new token replaces one of an earlier password. */
  const tagOf = (account: Signed) => sign('account', account.id).slice(0, TAG_LENGTH)
  const isFor = (account: Signed, token: string) => {
    const [id = '', signature = ''] = token.split('.')
    return isSigned(signature, ...partsOf(id, account))
  }
  const tokensIn = (request: FastifyRequest) =>
    (readCookie(request, 'known-device', knownOrigin(request, publicUrl) ?? '') ?? '').split(SEPARATOR, ACCOUNTS_MAX)

  return {
    idFor(account, request) {
      return (
        account &&
        tokensIn(request)
          .find((token) => isFor(account, token))
          ?.split('.')[0]
      )
    },
    remember(account, request, reply) {
      const origin = knownOrigin(request, publicUrl)
      if (origin === undefined) return
      const tag = tagOf(account)
      const id = tag + randomBytes(ID_BYTES).toString('base64url')
      const others = tokensIn(request).filter((token) => token !== '' && !token.startsWith(tag))
      const tokens = [`${id}.${sign(...partsOf(id, account))}`, ...others].slice(0, ACCOUNTS_MAX)
      writeCookie(reply, 'known-device', tokens.join(SEPARATOR), origin, COOKIE_SECONDS)
    },
  }
}
