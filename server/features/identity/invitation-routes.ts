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
    if ((await links.openInvitations(user.id)) >= OPEN_INVITATIONS_MAX) {
      const message = `You have ${OPEN_INVITATIONS_MAX} open invitations. Each ends when it is used, or after a week.`
      throw new ProductError('too_many_invitations', message)
    }
    const { path, expiresAt } = await links.create({ purpose: 'invitation', userId: user.id })
    return { status: 201, body: { path, expiresAt: expiresAt.toISOString() } }
  })
}
