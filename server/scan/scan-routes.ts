import type { FastifyInstance } from 'fastify'
import {
  clearScans,
  correctScan,
  deleteScan,
  getScan,
  getSharedScan,
  listScans,
  removePage,
  saveMenu,
  shareScan,
  unshareScan,
} from '#contracts'
import type { Db } from '../db/database.ts'
import { bind } from '../http/bind.ts'
import { ProductError } from '../http/errors.ts'
import { unlessKnown } from '../http/etag.ts'
import type { Clock } from '../jobs/clock.ts'
import type { ScanWaiter } from '../jobs/scan-waiter.ts'
import type { Worker } from '../jobs/worker.ts'
import { correctScan as correct } from './correct-scan.ts'
import { removePage as takeOut } from './menu-pages.ts'
import { saveMenuFor } from './save-menu.ts'
import { scanStore } from './scan-store.ts'
import { sharing } from './share-scan.ts'

export interface ScanRoutePorts {
  db: Db
  clock: Pick<Clock, 'now'>
  worker: Pick<Worker, 'drop'>
  waiter: Pick<ScanWaiter, 'tell'>
}

export function scanRoutes(app: FastifyInstance, { db, clock, worker, waiter }: ScanRoutePorts) {
  const scans = scanStore(db, clock)
  const shares = sharing(db)

  bind(app, listScans, async ({ user, headers }) => {
    return unlessKnown(await scans.of(user.id).list(), headers)
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

  bind(app, removePage, async ({ user, params }) => {
    await takeOut(db, user.id, params.id, params.page)
    if (params.page !== params.id) {
      worker.drop(params.page)
      waiter.tell(params.page, { kind: 'gone' })
    }
    const scan = await scans.of(user.id).byId(params.id)
    if (!scan) throw noSuchScan()
    return { status: 200, body: scan }
  })

  bind(app, clearScans, async ({ user }) => {
    for (const id of await scans.of(user.id).removeAll()) {
      worker.drop(id)
      waiter.tell(id, { kind: 'gone' })
    }
    return { status: 204, body: null }
  })

  bind(app, correctScan, async ({ user, params, body }) => {
    await correct(user.id, params.id, body, db)
    const scan = await scans.of(user.id).byId(params.id)
    if (!scan) throw noSuchScan()
    return { status: 200, body: scan }
  })

  bind(app, shareScan, async ({ user, params }) => {
    return { status: 200, body: { token: await shares.of(user.id).share(params.id) } }
  })

  bind(app, unshareScan, async ({ user, params }) => {
    await shares.of(user.id).unshare(params.id)
    return { status: 204, body: null }
  })

  bind(app, getSharedScan, async ({ params, query }) => {
    const scan = await scans.shared(params.id, query.token)
    if (!scan) throw noSuchScan()
    const { id, status, scanType, isMenu, menuData, scannedAt, fallback } = scan
    return { status: 200, body: { id, status, scanType, isMenu, menuData, scannedAt, fallback } }
  })

  bind(app, saveMenu, async ({ user, body }) => {
    const { scan, made } = await saveMenuFor(user.id, body, { db, clock })
    return { status: made ? 201 : 200, body: scan }
  })
}

const noSuchScan = () => new ProductError('not_found', 'There is no such scan.')
