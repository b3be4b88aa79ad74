/** The pages behind the links in e-mails. Opening one changes nothing, because mail programs open links to check them. */
import { and, eq } from 'drizzle-orm'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '../../adapters/db/database.ts'
import { notificationPreferences, users } from '../../adapters/db/schema.ts'
import { escapeHtml, PAGE_POLICY, page } from '../../adapters/http/page.ts'
import { CONFIRM_PATH, UNSUBSCRIBE_PATH } from './email-paths.ts'
import type { Link, SignedLinks } from './signed-links.ts'

const PER_MINUTE = 60

const PAGES = {
  confirm: {
    ask: ['Is this your address?', 'Confirm'],
    done: ['Address confirmed', 'The weekly digest can be sent there now, if you switch emails on.'],
  },
  unsubscribe: {
    ask: ['No more emails?', 'Send me no more'],
    done: ['You get no more emails', 'You can switch them on again in the notification preferences.'],
  },
} as const

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
      const { ask, done } = PAGES[does]
      scope.get(path, { config }, async (request, reply) => {
        const link = linkOf(request, does)
        if (!link) return expired(reply)
        const form = `<form method="post" action="${escapeHtml(request.url)}"><button>${ask[1]}</button></form>`
        return show(reply, 200, page(ask[0], `<p>${escapeHtml(link.address)}</p>${form}`))
      })
      scope.post(path, { config }, async (request, reply) => {
        const link = linkOf(request, does)
        if (!link) return expired(reply)
        await (does === 'confirm' ? confirm(link) : unsubscribe(link))
        return show(reply, 200, page(done[0], `<p>${done[1]}</p><a class="button" href="/">Open BeerGoggles</a>`))
      })
    }
  })

  async function confirm({ userId, address }: Link): Promise<void> {
    const isTheirs = and(eq(users.id, userId), eq(users.email, address))
    await db.update(users).set({ confirmedEmail: address }).where(isTheirs)
  }

  async function unsubscribe({ userId }: Link): Promise<void> {
    const { userId: owner } = notificationPreferences
    await db.update(notificationPreferences).set({ emailNotifications: false }).where(eq(owner, userId))
  }
}

function expired(reply: FastifyReply): FastifyReply {
  return show(reply, 410, page("That didn't work", '<p role="alert">This link is not valid, or no longer.</p>'))
}

function show(reply: FastifyReply, status: number, html: string): FastifyReply {
  return reply
    .code(status)
    .type('text/html')
    .headers({ 'content-security-policy': PAGE_POLICY, 'cache-control': 'no-store' })
    .send(html)
}
