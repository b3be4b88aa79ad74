/** The pages behind the links in e-mails. Opening one changes nothing, because mail programs open links to check them. */
import { and, eq } from 'drizzle-orm'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '../../adapters/db/database.ts'
import { notificationPreferences, users } from '../../adapters/db/schema.ts'
import { escapeHtml, page, sendPage } from '../../adapters/http/page.ts'
import { languageOf } from '../../adapters/language/request-language.ts'
import { CONFIRM_PATH, UNSUBSCRIBE_PATH } from './email-paths.ts'
import type { Link, SignedLinks } from './signed-links.ts'
import { type Texts, textsIn } from './texts.ts'

const PER_MINUTE = 60

export function emailLinkRoutes(app: FastifyInstance, { db, links }: { db: Db; links: SignedLinks }): void {
  const config = { open: true, rateLimit: { max: PER_MINUTE, timeWindow: '1 minute' } }
  const linkOf = (request: FastifyRequest, does: Link['does']) => {
    const { token } = Object(request.query)
    const link = typeof token === 'string' ? links.read(token) : undefined
    return link?.does === does ? link : undefined
  }

  app.register(async (scope) => {
    // A mail program posts a form that says what the address says already.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, payload, done) => {
      payload.resume()
      done(null)
    })
    for (const [does, path] of [
      ['confirm', CONFIRM_PATH],
      ['unsubscribe', UNSUBSCRIBE_PATH],
    ] as const) {
      scope.get(path, { config }, async (request, reply) => {
        const link = linkOf(request, does)
        const t = textsIn(languageOf(request))
        if (!link) return expired(t, reply)
        const button = escapeHtml(t(`${does}.button`))
        const form = `<form method="post" action="${escapeHtml(request.url)}"><button>${button}</button></form>`
        return sendPage(reply, 200, page(t.language, t(`${does}.ask`), `<p>${escapeHtml(link.address)}</p>${form}`))
      })
      scope.post(path, { config }, async (request, reply) => {
        const link = linkOf(request, does)
        const t = textsIn(languageOf(request))
        if (!link) return expired(t, reply)
        await (does === 'confirm' ? confirm(link) : unsubscribe(link))
        const open = `<a class="button" href="/">${escapeHtml(t('open'))}</a>`
        return sendPage(
          reply,
          200,
          page(t.language, t(`${does}.done`), `<p>${escapeHtml(t(`${does}.doneLine`))}</p>${open}`),
        )
      })
    }
  })

  async function confirm({ userId, address }: Link): Promise<void> {
    const isTheirs = and(eq(users.id, userId), eq(users.email, address))
    await db.update(users).set({ confirmedEmail: address }).where(isTheirs)
  }

  async function unsubscribe({ userId }: Link): Promise<void> {
    const { userId: owner } = notificationPreferences
    await db.update(notificationPreferences).set({ emailNotifications: false, importId: null }).where(eq(owner, userId))
  }
}

function expired(t: Texts, reply: FastifyReply): FastifyReply {
  return sendPage(reply, 410, page(t.language, t('expired'), `<p role="alert">${escapeHtml(t('expiredLine'))}</p>`))
}
