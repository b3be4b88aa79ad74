import type { FastifyInstance } from 'fastify'
import { createInvitation } from '#contracts'
import { bind } from '../../adapters/http/bind.ts'
import { ProductError } from '../../adapters/http/errors.ts'
import type { AccountLinkStore } from './embedded/account-links.ts'

const OPEN_INVITATIONS_MAX = 10

/** `links` is undefined if new users need no invitation. */
export function invitationRoutes(app: FastifyInstance, links: AccountLinkStore | undefined): void {
  bind(app, createInvitation, async ({ user }) => {
    if (!links || user.provider !== null) throw new ProductError('not_found', 'New users need no invitation here.')
    const link = await links.invite(user.id, OPEN_INVITATIONS_MAX)
    if (!link) {
      const message = `You have ${OPEN_INVITATIONS_MAX} open invitations. Each ends when it is used, or after a week.`
      throw new ProductError('too_many_invitations', message)
    }
    return { status: 201, body: { path: link.path, expiresAt: link.expiresAt.toISOString() } }
  })
}
