import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { deleteScan, getScan, listScans, saveMenu } from '#contracts'
import type { Db } from '../db/database.ts'
import { bind } from '../http/bind.ts'
import { ProductError } from '../http/errors.ts'
import type { Clock } from '../jobs/clock.ts'
import type { ScanWaiter } from '../jobs/scan-waiter.ts'
import type { Worker } from '../jobs/worker.ts'
import { saveMenuFor } from './save-menu.ts'
import { scanStore } from './scan-store.ts'

export interface ScanRoutePorts {
  db: Db
  clock: Pick<Clock, 'now'>
  worker: Pick<Worker, 'drop'>
  waiter: Pick<ScanWaiter, 'tell'>
}

export function scanRoutes(app: FastifyInstance, { db, clock, worker, waiter }: ScanRoutePorts) {
  const scans = scanStore(db, clock)

  bind(app, listScans, async ({ user, headers }) => {
    const list = await scans.of(user.id).list()
    const etag = etagOf(list)
    return isKnown(etag, headers['if-none-match'])
      ? { status: 304, body: null, headers: { etag } }
      : { status: 200, body: list, headers: { etag } }
  })

  bind(app, getScan, async ({ user, params }) => {
    const scan = await scans.of(user.id).byId(params.id)
    if (!scan) throw noSuchScan()
    return { status: 200, body: scan }
  })

  bind(app, deleteScan, async ({ user, params }) => {
    if (!(await scans.of(user.id).remove(params.id))) throw noSuchScan()
    worker.drop(params.id)
    waiter.tell(params.id, { kind: 'gone' })
    return { status: 204, body: null }
  })

  bind(app, saveMenu, async ({ user, body }) => {
    const { scan, made } = await saveMenuFor(user.id, body, { db, clock })
    return { status: made ? 201 : 200, body: scan }
  })
}

const noSuchScan = () => new ProductError('not_found', 'There is no such scan.')

/** Names and ratings are part of it: the list changes when they do. */
function etagOf(list: unknown): string {
  return `"${createHash('sha256').update(JSON.stringify(list)).digest('base64url')}"`
}

/** Proxies that compress an answer mark its tag as weak; it still means the same list. */
function isKnown(etag: string, ifNoneMatch: string | undefined): boolean {
  return (ifNoneMatch ?? '').split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
}
