/** Checks an e-mail address with its password, within the limits for attempts. */
import type { FastifyRequest } from 'fastify'
import type { Texts } from '../texts.ts'
import type { Account, AccountStore } from './account-store.ts'
import type { KnownDevices } from './known-devices.ts'
import type { PasswordAttempts } from './password-attempts.ts'
import type { PasswordHashes } from './password-hash.ts'

interface CheckPorts {
  accounts: Pick<AccountStore, 'byEmail' | 'byId'>
  attempts: Pick<PasswordAttempts, 'begin'>
  devices: Pick<KnownDevices, 'idFor'>
  passwords: Pick<PasswordHashes, 'matches'>
}

export type Checked = { account: Account } | { refused: Refusal }
/** The HTTP status: a wrong address or password, or too many attempts. */
type Refusal = 403 | 429

export type CheckPassword = (
  request: FastifyRequest,
  credentials: { email: string; password: string },
) => Promise<Checked>

export function passwordCheck({ accounts, attempts, devices, passwords }: CheckPorts): CheckPassword {
  return async (request, { email, password }) => {
    const account = await accounts.byEmail(email)
    const attempt = await attempts.begin({
      target: email,
      address: request.ip,
      device: devices.idFor(account, request),
    })
    if (!attempt) return { refused: 429 }
    if (!(await passwords.matches(password, account?.passwordHash)) || !account) return { refused: 403 }
    // Comparing takes a while, in which another password may have been set.
    if ((await accounts.byId(account.id))?.passwordHash !== account.passwordHash) return { refused: 403 }
    await attempt.succeeded()
    return { account }
  }
}

export function refusalText(t: Texts, refused: Refusal): string {
  return refused === 429 ? t('problem.attempts') : t('problem.mismatch')
}
