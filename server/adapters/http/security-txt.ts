/** The file that tells where to report vulnerabilities (RFC 9116), if the operator names a contact. */
import type { FastifyInstance } from 'fastify'

const VALID_MS = 180 * 24 * 60 * 60_000

export function securityTxtRoute(app: FastifyInstance, contact: string | undefined, now: () => number): void {
  if (contact === undefined) return
  app.get('/.well-known/security.txt', async (_request, reply) => {
    const expires = new Date(now() + VALID_MS).toISOString()
    return reply
      .type('text/plain; charset=utf-8')
      .send(`Contact: ${contact}\nExpires: ${expires}\nPreferred-Languages: en\n`)
  })
}
