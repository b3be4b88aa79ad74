/**
 * Who may see and change the passkeys of an account: a browser that has just shown a password or a passkey of it. For ten minutes, it has a
 * token whose hash is among the sessions of the provider, so that whatever ends those ends it.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Adapter } from 'oidc-provider'
import { knownOrigin } from '../../../adapters/http/origin.ts'
import { readCookie, writeCookie } from '../session-cookie.ts'
import { hashOf, randomToken } from '../tokens.ts'
import type { Account, AccountStore } from './account-store.ts'

const ACCESS_SECONDS = 10 * 60

export interface PasskeyAccess {
  /** The account whose passkeys this browser may change. */
  accountOf(request: FastifyRequest): Promise<Account | undefined>
  give(request: FastifyRequest, reply: FastifyReply, account: Account): Promise<void>
  end(request: FastifyRequest, reply: FastifyReply): Promise<void>
}

interface AccessPorts {
  accounts: Pick<AccountStore, 'byId'>
  state: Pick<Adapter, 'upsert' | 'find' | 'destroy'>
  publicUrl: string | undefined
}

export function passkeyAccess({ accounts, state, publicUrl }: AccessPorts): PasskeyAccess {
  const tokenIn = (request: FastifyRequest) =>
    readCookie(request, 'passkeys', knownOrigin(request, publicUrl) ?? '') ?? ''
  const write = (request: FastifyRequest, reply: FastifyReply, value: string, seconds: number) => {
    const origin = knownOrigin(request, publicUrl)
    if (origin !== undefined) writeCookie(reply, 'passkeys', value, origin, seconds)
  }

  return {
    async accountOf(request) {
      const access = await state.find(hashOf(tokenIn(request)))
      return access?.accountId === undefined ? undefined : await accounts.byId(access.accountId)
    },
    async give(request, reply, account) {
      const token = randomToken()
      await state.upsert(hashOf(token), { accountId: account.id }, ACCESS_SECONDS)
      write(request, reply, token, ACCESS_SECONDS)
    },
    async end(request, reply) {
      await state.destroy(hashOf(tokenIn(request)))
      write(request, reply, '', 0)
    },
  }
}
