/**
 * The sign-in with passwords. A visitor who followed a link of `account-links` creates an account or chooses a password instead;
 * the token of the link is in a cookie meanwhile.
 */
import type { FastifyRequest } from 'fastify'
import { z } from 'zod/mini'
import { knownOrigin } from '../../../adapters/http/origin.ts'
import { createAccountPage, newPasswordPage, passwordPage } from '../pages.ts'
import { readCookie } from '../session-cookie.ts'
import type { AccountLink, AccountLinkStore } from './account-links.ts'
import type { AccountStore } from './account-store.ts'
import type { PasswordAttempts } from './password-attempts.ts'
import type { PasswordHashes } from './password-hash.ts'
import { PASSWORD_MAX_LENGTH, problemWithPassword } from './password-rules.ts'
import { Email, enteredValues, Person, type Rejected, type SignInForm } from './sign-in-form.ts'

const LINK_USED = 'This link has been used or has expired. Ask for a new one.'

const Password = z.string().check(z.maxLength(PASSWORD_MAX_LENGTH * 4))
const Credentials = z.object({ email: Email, password: Password })
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

  async function signIn(request: FastifyRequest): Promise<{ accountId: string } | Rejected> {
    const rejected = (status: number, problem: string) => ({
      status,
      html: passwordPage(request.url, enteredValues(request).email, problem),
    })
    const credentials = Credentials.safeParse(request.body)
    if (!credentials.success) return rejected(400, 'Please fill in your email address and password.')
    const { email, password } = credentials.data
    if (!(await attempts.allow(email, request.ip))) {
      return rejected(429, 'Too many attempts. Please wait 15 minutes.')
    }
    const account = await accounts.byEmail(email)
    if (!(await passwords.matches(password, account?.passwordHash)) || !account) {
      return rejected(403, "That email address and password don't match.")
    }
    await attempts.succeeded(email)
    return { accountId: account.id }
  }

  async function createAccount(request: FastifyRequest, token: string): Promise<{ accountId: string } | Rejected> {
    const rejected = (status: number, problem: string) => ({
      status,
      html: createAccountPage(request.url, enteredValues(request), problem),
    })
    const entered = NewAccount.safeParse(request.body)
    if (!entered.success) return rejected(400, 'Please fill in your name, a complete email address and a password.')
    const { password, ...person } = entered.data
    const problem = problemWithPassword(password, Object.values(person))
    if (problem) return rejected(400, problem)
    const created = await accounts.create(links, token, { ...person, passwordHash: await passwords.hash(password) })
    if ('id' in created) return { accountId: created.id }
    return created.problem === 'email-taken'
      ? rejected(409, 'This email address already has an account.')
      : { status: 409, html: passwordPage(request.url, person.email, LINK_USED) }
  }

  async function choosePassword(
    request: FastifyRequest,
    { token, email }: { token: string; email: string },
  ): Promise<{ accountId: string } | Rejected> {
    const entered = NewPassword.safeParse(request.body)
    const problem = entered.success ? problemWithPassword(entered.data.password, [email]) : 'Please enter a password.'
    if (!entered.success || problem) return { status: 400, html: newPasswordPage(request.url, email, problem) }
    const accountId = await accounts.setPassword(links, token, await passwords.hash(entered.data.password))
    if (accountId === undefined) return { status: 409, html: passwordPage(request.url, email, LINK_USED) }
    await attempts.succeeded(email)
    return { accountId }
  }

  return {
    async show(request) {
      const link = await followedLink(request)
      if (!link) return passwordPage(request.url)
      return link.purpose === 'password' ? newPasswordPage(request.url, link.email) : createAccountPage(request.url)
    },
    async submit(request) {
      const link = await followedLink(request)
      if (!link) return await signIn(request)
      return link.purpose === 'password' ? choosePassword(request, link) : createAccount(request, link.token)
    },
  }
}
