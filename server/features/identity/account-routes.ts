import type { FastifyInstance } from 'fastify'
import { deleteUser } from '#contracts'
import type { Db } from '../../adapters/db/database.ts'
import { bind } from '../../adapters/http/bind.ts'
import { type PictureStore, pictureIdsOf } from '../../core/pictures/picture-store.ts'
import { deleteAccount, type RemoveScans } from './delete-account.ts'

export interface AccountPorts {
  db: Db
  removeScans: RemoveScans
  /** Stops a deleted scan that is still running. */
  stopScan(scanId: string): void
  pictures: Pick<PictureStore, 'erase'>
  /** The uploaded files of imports. */
  uploads: { filesOf(userId: number): Promise<string[]>; erase(ids: readonly string[]): Promise<void> }
}

export function accountRoutes(
  app: FastifyInstance,
  { db, removeScans, stopScan, pictures, uploads }: AccountPorts,
): void {
  bind(app, deleteUser, async ({ user }) => {
    const kept = await pictureIdsOf(db, user.id)
    const uploaded = await uploads.filesOf(user.id)
    for (const id of await deleteAccount(db, removeScans, user.id)) stopScan(id)
    await Promise.all([pictures.erase(kept), uploads.erase(uploaded)])
    // The storage is the app's to empty.
    return { status: 204, body: null, headers: { 'clear-site-data': '"cache"' } }
  })
}
