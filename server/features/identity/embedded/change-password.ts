/** The page on which users change their password. It asks for the present one, and needs no session. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod/mini'
import { LOGIN_PATH } from '#contracts'
import { sendPage } from '../../../adapters/http/page.ts'
import { languageOf } from '../../../adapters/language/request-language.ts'
import { CHANGE_PASSWORD_PATH, changePasswordPage, type Problem } from '../pages.ts'
import { textsIn } from '../texts.ts'
import { Credentials, Password } from './check-credentials.ts'
import { type CheckPassword, refusalText } from './check-password.ts'
import { acceptForms } from './interaction-routes.ts'
import { type PasswordFormPorts, passwordProblem } from './password-form.ts'
import { problemWithPassword } from './password-rules.ts'
import { enteredValues, wrongFields } from './sign-in-form.ts'

const CHANGES_PER_MINUTE = 60

const Change = z.extend(Credentials, { newPassword: Password })

interface ChangePorts extends Pick<PasswordFormPorts, 'accounts' | 'devices' | 'passwords'> {
  check: CheckPassword
  onRejected: (request: FastifyRequest, status: number) => void
}

export function changePasswordRoutes(
  scope: FastifyInstance,
  { accounts, check, devices, passwords, onRejected }: ChangePorts,
): void {
  const config = { rateLimit: { max: CHANGES_PER_MINUTE, timeWindow: '1 minute' } }

  scope.get(CHANGE_PASSWORD_PATH, (request, reply) =>
    sendPage(reply, 200, changePasswordPage(textsIn(languageOf(request)))),
  )

  scope.register(async (posts) => {
    acceptForms(posts)
    posts.post(CHANGE_PASSWORD_PATH, { config }, async (request, reply) => {
      const t = textsIn(languageOf(request))
      const rejected = (status: number, problem: Problem): FastifyReply => {
        onRejected(request, status)
        return sendPage(reply, status, changePasswordPage(t, enteredValues(request).email, problem))
      }
      const change = Change.safeParse(request.body)
      if (!change.success) {
        return rejected(400, { message: t('problem.credentials'), fields: wrongFields(change.error) })
      }
      const { email, newPassword } = change.data
      const checked = await check(request, change.data)
      if ('refused' in checked) return rejected(checked.refused, { message: refusalText(t, checked.refused) })
      const { account } = checked
      const problem = problemWithPassword(newPassword, [account.firstName, account.lastName, email])
      if (problem) return rejected(400, { ...passwordProblem(t, problem), fields: ['newPassword'] })
      const passwordHash = await passwords.hash(newPassword)
      const changed = await accounts.changePassword(account, passwordHash)
      if (!changed) return rejected(403, { message: refusalText(t, 403) })
      devices.remember({ id: account.id, passwordHash }, request, reply)
      request.log.info(changed, 'password changed')
      return reply.header('cache-control', 'no-store').redirect(LOGIN_PATH, 303)
    })
  })
}
