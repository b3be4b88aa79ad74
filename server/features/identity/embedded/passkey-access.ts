/**
 * Who may see and change the passkeys of an account: a browser that has just shown a password or a passkey of it. It has a signed cookie for
 * ten minutes, which ends with the password.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { knownOrigin } from '../../../adapters/http/origin.ts'
import { readCookie, writeCookie } from '../session-cookie.ts'
import type { Account, AccountStore } from './account-store.ts'
import type { Signer } from './signer.ts'

const ACCESS_SECONDS = 10 * 60
/** The account, when it ends, and the signature. */
const VALUE = /^([\w-]+)\.(\d+)\.([\w-]+)$/

export interface PasskeyAccess {
  /** The account whose passkeys this browser may change. */
  accountOf(request: FastifyRequest): Promise<Account | undefined>
  give(request: FastifyRequest, reply: FastifyReply, account: Account): void
  end(request: FastifyRequest, reply: FastifyReply): void
}

interface AccessPorts {
  accounts: Pick<AccountStore, 'byId'>
  signer: Signer
  now: () => number
  publicUrl: string | undefined
}

export function passkeyAccess({ accounts, signer, now, publicUrl }: AccessPorts): PasskeyAccess {
  const partsOf = ({ id, passwordHash }: Account, until: string) => ['passkeys', id, until, passwordHash]
  const write = (request: FastifyRequest, reply: FastifyReply, value: string, seconds: number) => {
    const origin = knownOrigin(request, publicUrl)
    if (origin !== undefined) writeCookie(reply, 'passkeys', value, origin, seconds)
  }

  return {
    async accountOf(request) {
      const cookie = readCookie(request, 'passkeys', knownOrigin(request, publicUrl) ?? '') ?? ''
      const [, id = '', until = '', signature = ''] = VALUE.exec(cookie) ?? []
      if (Number(until) <= now()) return undefined
      const account = await accounts.byId(id)
      return account && signer.isSigned(signature, ...partsOf(account, until)) ? account : undefined
    },
    give(request, reply, account) {
      const until = String(now() + ACCESS_SECONDS * 1_000)
      const value = [account.id, until, signer.sign(...partsOf(account, until))].join('.')
      write(request, reply, value, ACCESS_SECONDS)
    },
    end: (request, reply) => write(request, reply, '', 0),
  }
}
