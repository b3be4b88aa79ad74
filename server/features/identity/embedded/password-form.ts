/**
 * The sign-in with passwords. A visitor who followed a link of `account-links` creates an account or chooses a password instead;
 * the token of the link is in a cookie meanwhile.
 */
import type { FastifyRequest } from 'fastify'
import { z } from 'zod/mini'
import { knownOrigin } from '../../../adapters/http/origin.ts'
import { languageOf } from '../../../adapters/language/request-language.ts'
import { createAccountPage, newPasswordPage, type Problem, passwordPage } from '../pages.ts'
import { readCookie } from '../session-cookie.ts'
import { type Texts, textsIn } from '../texts.ts'
import type { AccountLink, AccountLinkStore } from './account-links.ts'
import type { AccountStore } from './account-store.ts'
import type { PasswordAttempts } from './password-attempts.ts'
import type { PasswordHashes } from './password-hash.ts'
import {
  PASSWORD_MAX_LENGTH,
  PASSWORD_MIN_LENGTH,
  type PasswordProblem,
  problemWithPassword,
} from './password-rules.ts'
import { Email, enteredValues, Person, type Rejected, type SignInForm, wrongFields } from './sign-in-form.ts'

export const Password = z.string().check(z.maxLength(PASSWORD_MAX_LENGTH * 4))
export const Credentials = z.object({ email: Email, password: Password })
const NewAccount = z.extend(Person, { password: Password })
const NewPassword = z.object({ password: Password })

export interface PasswordFormPorts {
  accounts: AccountStore
  links: AccountLinkStore
  attempts: PasswordAttempts
  passwords: PasswordHashes
  publicUrl: string | undefined
}

export function passwordForm({ accounts, links, attempts, passwords, publicUrl }: PasswordFormPorts): SignInForm {
  const followedLink = async (request: FastifyRequest): Promise<(AccountLink & { token: string }) | undefined> => {
    const token = readCookie(request, 'account-link', knownOrigin(request, publicUrl) ?? '')
    const link = token === undefined ? undefined : await links.find(token)
    return link && token !== undefined ? { ...link, token } : undefined
  }

  async function signIn(t: Texts, request: FastifyRequest): Promise<{ accountId: string } | Rejected> {
    const rejected = (status: number, problem: Problem) => ({
      status,
      html: passwordPage(t, request.url, enteredValues(request).email, problem),
    })
    const credentials = Credentials.safeParse(request.body)
    if (!credentials.success) {
      return rejected(400, { message: t('problem.credentials'), fields: wrongFields(credentials.error) })
    }
    const { email, password } = credentials.data
    if (!(await attempts.allow(email, request.ip))) return rejected(429, { message: t('problem.attempts') })
    const account = await accounts.byEmail(email)
    if (!(await passwords.matches(password, account?.passwordHash)) || !account) {
      return rejected(403, { message: t('problem.mismatch') })
    }
    await attempts.succeeded(email)
    return { accountId: account.id }
  }

  async function createAccount(
    t: Texts,
    request: FastifyRequest,
    token: string,
  ): Promise<{ accountId: string } | Rejected> {
    const rejected = (status: number, problem: Problem) => ({
      status,
      html: createAccountPage(t, request.url, enteredValues(request), problem),
    })
    const entered = NewAccount.safeParse(request.body)
    if (!entered.success) {
      return rejected(400, { message: t('problem.account'), fields: wrongFields(entered.error) })
    }
    const { password, ...person } = entered.data
    const problem = problemWithPassword(password, Object.values(person))
    if (problem) return rejected(400, passwordProblem(t, problem))
    const created = await accounts.create(links, token, { ...person, passwordHash: await passwords.hash(password) })
    if ('id' in created) return { accountId: created.id }
    return created.problem === 'email-taken'
      ? rejected(409, { message: t('problem.emailTaken'), fields: ['email'] })
      : { status: 409, html: passwordPage(t, request.url, person.email, { message: t('linkUsed') }) }
  }

  async function choosePassword(
    t: Texts,
    request: FastifyRequest,
    { token, email }: { token: string; email: string },
  ): Promise<{ accountId: string } | Rejected> {
    const entered = NewPassword.safeParse(request.body)
    const rejected = (problem: Problem) => ({ status: 400, html: newPasswordPage(t, request.url, email, problem) })
    if (!entered.success) return rejected({ message: t('problem.noPassword'), fields: ['password'] })
    const problem = problemWithPassword(entered.data.password, [email])
    if (problem) return rejected(passwordProblem(t, problem))
    const accountId = await accounts.setPassword(links, token, await passwords.hash(entered.data.password))
    if (accountId === undefined)
      return { status: 409, html: passwordPage(t, request.url, email, { message: t('linkUsed') }) }
    await attempts.succeeded(email)
    return { accountId }
  }

  return {
    async show(request) {
      const link = await followedLink(request)
      const t = textsIn(languageOf(request))
      if (!link) return passwordPage(t, request.url)
      return link.purpose === 'password'
        ? newPasswordPage(t, request.url, link.email)
        : createAccountPage(t, request.url)
    },
    async submit(request) {
      const link = await followedLink(request)
      const t = textsIn(languageOf(request))
      if (!link) return await signIn(t, request)
      return link.purpose === 'password' ? choosePassword(t, request, link) : createAccount(t, request, link.token)
    },
  }
}

export function passwordProblem(t: Texts, problem: PasswordProblem): Problem {
  const message =
    problem === 'tooShort'
      ? t('problem.tooShort', { min: PASSWORD_MIN_LENGTH })
      : problem === 'tooLong'
        ? t('problem.tooLong', { max: PASSWORD_MAX_LENGTH })
        : t('problem.easyToGuess')
  return { message, fields: ['password'] }
}
