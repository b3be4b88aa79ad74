/** What a visitor fills in to sign in at the embedded provider, and the form that asks for name and email address, without a password. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod/mini'
import { PAGE_POLICY } from '../../../adapters/http/page.ts'
import { languageOf } from '../../../adapters/language/request-language.ts'
import { type Problem, signInPage } from '../pages.ts'
import { textsIn } from '../texts.ts'
import type { AccountStore } from './account-store.ts'

export interface SignInForm {
  /** The content security policy of its pages. */
  policy: string
  /** Returns the HTML of the form. */
  show(request: FastifyRequest): Promise<string>
  /** Returns the account that signed in, or the form again with what is wrong. It may leave cookies at the browser. */
  submit(request: FastifyRequest, reply: FastifyReply): Promise<{ accountId: string } | Rejected>
}

export interface Rejected {
  status: number
  html: string
}

export const Email = z.string().check(z.trim(), z.toLowerCase(), z.maxLength(200), z.email())

export const Person = z.object({
  firstName: z.string().check(z.trim(), z.minLength(1), z.maxLength(100)),
  lastName: z.string().check(z.trim(), z.minLength(1), z.maxLength(100)),
  email: Email,
})

/** What was entered, to be shown again. */
export function enteredValues(request: FastifyRequest): Record<string, string> {
  return z.catch(z.record(z.string(), z.string()), {}).parse(request.body)
}

/** The names of the fields that do not fit the schema. */
export function wrongFields(error: z.core.$ZodError): PropertyKey[] {
  return error.issues.flatMap(({ path }) => path.slice(0, 1))
}

/** Signs in whoever names an e-mail address. Not for accounts with a password: those need `passwordForm`. */
export function plainForm(accounts: AccountStore): SignInForm {
  return {
    policy: PAGE_POLICY,
    show: async (request) => signInPage(textsIn(languageOf(request)), request.url),
    async submit(request) {
      const t = textsIn(languageOf(request))
      const rejected = (problem: Problem) => ({
        status: 400,
        html: signInPage(t, request.url, enteredValues(request), problem),
      })
      const person = Person.safeParse(request.body)
      if (!person.success) return rejected({ message: t('problem.person'), fields: wrongFields(person.error) })
      const accountId = await accounts.upsertWithoutPassword(person.data)
      return accountId === undefined ? rejected({ message: t('problem.hasPassword') }) : { accountId }
    },
  }
}
