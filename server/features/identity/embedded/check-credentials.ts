/** Checks what the forms of the sign-in ask for: a passkey, or an e-mail address and its password. */
import type { FastifyRequest } from 'fastify'
import { z } from 'zod/mini'
import type { Problem } from '../pages.ts'
import type { Texts } from '../texts.ts'
import type { Account } from './account-store.ts'
import { type CheckPassword, refusalText } from './check-password.ts'
import type { Passkeys } from './passkeys.ts'
import { PASSWORD_MAX_LENGTH } from './password-rules.ts'
import { Email, enteredValues, wrongFields } from './sign-in-form.ts'

export const Password = z.string().check(z.maxLength(PASSWORD_MAX_LENGTH * 4))
export const Credentials = z.object({ email: Email, password: Password })

/** Returns the account, or why there is none, for an answer with this status. */
export type CheckCredentials = (
  t: Texts,
  request: FastifyRequest,
) => Promise<{ account: Account } | { status: number; problem: Problem }>

interface CredentialPorts {
  check: CheckPassword
  passkeys: Pick<Passkeys, 'check'>
}

export function credentialsCheck({ check, passkeys }: CredentialPorts): CheckCredentials {
  return async (t, request) => {
    const { passkey } = enteredValues(request)
    if (passkey) {
      const checked = await passkeys.check(request, passkey)
      if (!('refused' in checked)) return checked
      const message = checked.refused === 429 ? t('problem.attempts') : t('problem.passkey')
      return { status: checked.refused, problem: { message } }
    }
    const credentials = Credentials.safeParse(request.body)
    if (!credentials.success) {
      return { status: 400, problem: { message: t('problem.credentials'), fields: wrongFields(credentials.error) } }
    }
    const checked = await check(request, credentials.data)
    if (!('refused' in checked)) return checked
    return { status: checked.refused, problem: { message: refusalText(t, checked.refused) } }
  }
}
