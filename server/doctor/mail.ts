import type { Config, Secrets } from '../config.ts'
import { mailer } from '../features/notifications/mailer.ts'
import { type Check, Problem } from './check.ts'

/** Signs in to the mail server, and sends nothing. */
export function mailOf({ config, secrets }: { config: Config; secrets: Secrets }): Check {
  return {
    name: 'e-mail',
    async run() {
      if (secrets.smtpUrl === undefined || config.mailFrom === undefined) return 'none is sent (SMTP_URL)'
      await mailer({ url: secrets.smtpUrl, from: config.mailFrom })
        .verify()
        .catch((error: Error) => {
          throw new Problem(`The mail server does not accept us: ${error.message}.`, 'Check SMTP_URL.')
        })
      return `the mail server accepts us; e-mails come from ${config.mailFrom}`
    },
  }
}
