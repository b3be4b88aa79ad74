import type { FastifyInstance } from 'fastify'
import { deleteUser } from '#contracts'
import type { Db } from '../db/database.ts'
import { bind } from '../http/bind.ts'
import type { Clock } from '../jobs/clock.ts'
import type { ScanWaiter } from '../jobs/scan-waiter.ts'
import type { Worker } from '../jobs/worker.ts'
import { deleteAccount } from './delete-account.ts'

export interface AccountPorts {
  db: Db
  clock: Pick<Clock, 'now'>
  worker: Pick<Worker, 'drop'>
  waiter: Pick<ScanWaiter, 'tell'>
}

export function accountRoutes(app: FastifyInstance, { db, clock, worker, waiter }: AccountPorts): void {
  bind(app, deleteUser, async ({ user }) => {
    for (const id of await deleteAccount(db, clock, user.id)) {
      worker.drop(id)
      waiter.tell(id, { kind: 'gone' })
    }
    return { status: 204, body: null }
  })
}
