/** Checks an e-mail address with its password, within the limits for attempts. */
import type { FastifyRequest } from 'fastify'
import type { Account, AccountStore } from './account-store.ts'
import type { KnownDevices } from './known-devices.ts'
import type { PasswordAttempts } from './password-attempts.ts'
import type { PasswordHashes } from './password-hash.ts'

interface CheckPorts {
  accounts: Pick<AccountStore, 'byEmail'>
  attempts: Pick<PasswordAttempts, 'begin'>
  devices: Pick<KnownDevices, 'idFor'>
  passwords: Pick<PasswordHashes, 'matches'>
}

type Checked =
  | { account: Account }
  | { status: 403; problem: 'problem.mismatch' }
  | { status: 429; problem: 'problem.attempts' }

export type CheckPassword = (
  request: FastifyRequest,
  credentials: { email: string; password: string },
) => Promise<Checked>

export function passwordCheck({ accounts, attempts, devices, passwords }: CheckPorts): CheckPassword {
  return async (request, { email, password }) => {
    const account = await accounts.byEmail(email)
    const attempt = await attempts.begin({ email, address: request.ip, device: devices.idFor(account, request) })
    if (!attempt) return { status: 429, problem: 'problem.attempts' }
    if (!(await passwords.matches(password, account?.passwordHash)) || !account) {
      return { status: 403, problem: 'problem.mismatch' }
    }
    await attempt.succeeded()
    return { account }
  }
}
