/** Storage adapter for the embedded provider: sessions, codes and tokens live in the database and survive a restart. */
import { and, eq, lt } from 'drizzle-orm'
import type { Adapter, AdapterPayload } from 'oidc-provider'
import type { Db } from '../../../adapters/db/database.ts'
import { oidcState } from '../../../adapters/db/schema.ts'

export function stateStore(db: Db, now: () => number) {
  return {
    adapterFor: (model: string) => adapterFor(db, model, now),
    async dropExpired(): Promise<void> {
      await db.delete(oidcState).where(lt(oidcState.expiresAt, new Date(now())))
    },
  }
}

function adapterFor(db: Db, model: string, now: () => number): Adapter {
  const one = (id: string) => and(eq(oidcState.model, model), eq(oidcState.id, id))
  const find = async (where: ReturnType<typeof one>): Promise<AdapterPayload | undefined> => {
    const [row] = await db.select().from(oidcState).where(where)
    return row && (row.expiresAt === null || row.expiresAt.getTime() > now()) ? row.payload : undefined
  }

  return {
    async upsert(id, payload, expiresInSeconds) {
      const row = {
        payload: { ...payload },
        grantId: payload.grantId ?? null,
        userCode: payload.userCode ?? null,
        uid: payload.uid ?? null,
        expiresAt: expiresInSeconds ? new Date(now() + expiresInSeconds * 1_000) : null,
      }
      await db
        .insert(oidcState)
        .values({ model, id, ...row })
        .onConflictDoUpdate({ target: [oidcState.model, oidcState.id], set: row })
    },
    find: (id) => find(one(id)),
    findByUid: (uid) => find(and(eq(oidcState.model, model), eq(oidcState.uid, uid))),
    findByUserCode: (code) => find(and(eq(oidcState.model, model), eq(oidcState.userCode, code))),
    async consume(id) {
      await db.transaction(async (tx) => {
        const [row] = await tx.select().from(oidcState).where(one(id)).for('update')
        if (!row) return
        const consumed = { ...row.payload, consumed: Math.floor(now() / 1_000) }
        await tx.update(oidcState).set({ payload: consumed }).where(one(id))
      })
    },
    async destroy(id) {
      await db.delete(oidcState).where(one(id))
    },
    async revokeByGrantId(grantId) {
      await db.delete(oidcState).where(and(eq(oidcState.model, model), eq(oidcState.grantId, grantId)))
    },
  }
}
