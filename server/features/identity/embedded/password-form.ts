/**
 * The sign-in with passwords. A visitor who followed a link of `account-links` creates an account or chooses a password instead;
 * the token of the link is in a cookie meanwhile.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod/mini'
import { knownOrigin } from '../../../adapters/http/origin.ts'
import { SCRIPT_POLICY } from '../../../adapters/http/page.ts'
import { languageOf } from '../../../adapters/language/request-language.ts'
import { createAccountPage, newPasswordPage, type Problem, passwordPage } from '../pages.ts'
import { readCookie } from '../session-cookie.ts'
import { type Texts, textsIn } from '../texts.ts'
import type { AccountLink, AccountLinkStore } from './account-links.ts'
import type { AccountStore } from './account-store.ts'
import { type CheckCredentials, Password } from './check-credentials.ts'
import type { KnownDevices } from './known-devices.ts'
import type { PasswordAttempts } from './password-attempts.ts'
import type { PasswordHashes } from './password-hash.ts'
import {
  PASSWORD_MAX_LENGTH,
  PASSWORD_MIN_LENGTH,
  type PasswordProblem,
  problemWithPassword,
} from './password-rules.ts'
import { enteredValues, Person, type Rejected, type SignInForm, wrongFields } from './sign-in-form.ts'

const NewAccount = z.extend(Person, { password: Password })
const NewPassword = z.object({ password: Password })

export interface PasswordFormPorts {
  accounts: AccountStore
  links: AccountLinkStore
  attempts: Pick<PasswordAttempts, 'forget'>
  checkCredentials: CheckCredentials
  devices: Pick<KnownDevices, 'remember'>
  passwords: Pick<PasswordHashes, 'hash'>
  publicUrl: string | undefined
}

export function passwordForm(ports: PasswordFormPorts): SignInForm {
  const { accounts, links, attempts, checkCredentials, devices, passwords, publicUrl } = ports
  const followedLink = async (request: FastifyRequest): Promise<(AccountLink & { token: string }) | undefined> => {
    const token = readCookie(request, 'account-link', knownOrigin(request, publicUrl) ?? '')
    const link = token === undefined ? undefined : await links.find(token)
    return link && token !== undefined ? { ...link, token } : undefined
  }

  async function signIn(
    t: Texts,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<{ accountId: string } | Rejected> {
    const rejected = (status: number, problem: Problem) => ({
      status,
      html: passwordPage(t, request.url, enteredValues(request).email, problem),
    })
    const checked = await checkCredentials(t, request)
    if ('problem' in checked) return rejected(checked.status, checked.problem)
    devices.remember(checked.account, request, reply)
    return { accountId: checked.account.id }
  }

  async function createAccount(
    t: Texts,
    request: FastifyRequest,
    reply: FastifyReply,
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
    const passwordHash = await passwords.hash(password)
    const created = await accounts.create(links, token, { ...person, passwordHash })
    if ('id' in created) {
      devices.remember({ id: created.id, passwordHash }, request, reply)
      return { accountId: created.id }
    }
    return created.problem === 'email-taken'
      ? rejected(409, { message: t('problem.emailTaken'), fields: ['email'] })
      : { status: 409, html: passwordPage(t, request.url, person.email, { message: t('linkUsed') }) }
  }

  async function choosePassword(
    t: Texts,
    request: FastifyRequest,
    reply: FastifyReply,
    { token, email }: { token: string; email: string },
  ): Promise<{ accountId: string } | Rejected> {
    const entered = NewPassword.safeParse(request.body)
    const rejected = (problem: Problem) => ({ status: 400, html: newPasswordPage(t, request.url, email, problem) })
    if (!entered.success) return rejected({ message: t('problem.noPassword'), fields: ['password'] })
    const problem = problemWithPassword(entered.data.password, [email])
    if (problem) return rejected(passwordProblem(t, problem))
    const passwordHash = await passwords.hash(entered.data.password)
    const accountId = await accounts.setPassword(links, token, passwordHash)
    if (accountId === undefined)
      return { status: 409, html: passwordPage(t, request.url, email, { message: t('linkUsed') }) }
    await attempts.forget({ target: email, address: request.ip })
    devices.remember({ id: accountId, passwordHash }, request, reply)
    return { accountId }
  }

  return {
    policy: SCRIPT_POLICY,
    async show(request) {
      const link = await followedLink(request)
      const t = textsIn(languageOf(request))
      if (!link) return passwordPage(t, request.url)
      return link.purpose === 'password'
        ? newPasswordPage(t, request.url, link.email)
        : createAccountPage(t, request.url)
    },
    async submit(request, reply) {
      const link = await followedLink(request)
      const t = textsIn(languageOf(request))
      if (!link) return await signIn(t, request, reply)
      return link.purpose === 'password'
        ? choosePassword(t, request, reply, link)
        : createAccount(t, request, reply, link.token)
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
