/** Sends one e-mail by SMTP. */
import { createTransport } from 'nodemailer'
import { isPrivateHost } from '../../adapters/http/private-address.ts'
import type { SendResult } from './send-result.ts'

const CONNECT_MS = 10_000
const IDLE_MS = 20_000
/** A server that answers 5xx would refuse the same e-mail again. */
const REFUSED_FROM = 500
/** Answers about the user and password, which the operator can correct. */
const OF_THE_LOGIN = [530, 534, 535]

export interface Email {
  to: string
  subject: string
  text: string
  html: string
  /** The same for each attempt, so that mail servers drop a second copy. */
  messageId: string
  headers?: Record<string, string>
}

export interface MailServer {
  /** smtp: or smtps: URL, with user and password if it needs them. */
  url: string
  from: string
}

export function mailer({ url, from }: MailServer) {
  const transport = createTransport({
    url,
    requireTLS: needsEncryption(url),
    connectionTimeout: CONNECT_MS,
    greetingTimeout: IDLE_MS,
    socketTimeout: IDLE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send(email: Email): Promise<SendResult> {
      try {
        await transport.sendMail({ from, ...email })
        return { kind: 'sent' }
      } catch (error) {
        const { responseCode = 0, code = 'unknown' }: { responseCode?: number; code?: string } = Object(error)
        // The message may quote the address. Without an answer the code says why: ETLS if the server offers no TLS.
        const what = responseCode ? `answered ${responseCode}` : `could not be used (${code})`
        const isRefusal = responseCode >= REFUSED_FROM && !OF_THE_LOGIN.includes(responseCode)
        return { kind: isRefusal ? 'refused' : 'later', reason: new Error(`the mail server ${what}`) }
      }
    },

    /** @throws if the server does not answer, or refuses the user and password */
    verify: (): Promise<unknown> => transport.verify(),
  }
}

/** Passwords and addresses are not sent in the clear through the internet. `smtps:` is encrypted from the start. */
export function needsEncryption(url: string): boolean {
  const { protocol, hostname } = new URL(url)
  return protocol === 'smtp:' && !isPrivateHost(hostname)
}

export type Mailer = ReturnType<typeof mailer>
