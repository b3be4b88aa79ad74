import type { FastifyInstance } from 'fastify'
import {
  clearScans,
  correctScan,
  deleteScan,
  getScan,
  getSharedScan,
  listOlderScans,
  listScans,
  removePage,
  SharedScan,
  saveMenu,
  shareScan,
  unshareScan,
} from '#contracts'
import type { Clock } from '../../adapters/clock.ts'
import type { Db } from '../../adapters/db/database.ts'
import { bind } from '../../adapters/http/bind.ts'
import { notModified } from '../../adapters/http/etag.ts'
import { correctScan as correct } from './correct-scan.ts'
import { removePage as removePageOf } from './menu-pages.ts'
import { saveMenuFor } from './save-menu.ts'
import { scanHistory } from './scan-history.ts'
import { scanNotFound } from './scan-not-found.ts'
import { sharing } from './share-scan.ts'

export interface ScanRoutePorts {
  db: Db
  clock: Pick<Clock, 'now'>
  /** Stops a deleted scan that is still running. */
  stopScan(scanId: string): void
}

const detailOf = ({ alternatives }: { alternatives?: 'all' | undefined }) =>
  alternatives === 'all' ? 'exported' : 'summary'

export function scanRoutes(app: FastifyInstance, { db, clock, stopScan }: ScanRoutePorts) {
  const scans = scanHistory(db)
  const shares = sharing(db)

  bind(app, listScans, async ({ user, query, headers }) => {
    return notModified(await scans.of(user.id).list(detailOf(query)), headers)
  })

  bind(app, listOlderScans, async ({ user, params, query }) => {
    const older = await scans.of(user.id).olderThan(params.id, detailOf(query))
    if (!older) throw scanNotFound()
    return { status: 200, body: older }
  })

  bind(app, getScan, async ({ user, params }) => {
    const scan = await scans.of(user.id).byId(params.id)
    if (!scan) throw scanNotFound()
    return { status: 200, body: scan }
  })

  bind(app, deleteScan, async ({ user, params }) => {
    const removed = await scans.of(user.id).remove(params.id)
    if (removed.length === 0) throw scanNotFound()
    for (const id of removed) stopScan(id)
    return { status: 204, body: null }
  })

  bind(app, removePage, async ({ user, params }) => {
    await removePageOf(db, user.id, params.id, params.page)
    if (params.page !== params.id) stopScan(params.page)
    const scan = await scans.of(user.id).byId(params.id)
    if (!scan) throw scanNotFound()
    return { status: 200, body: scan }
  })

  bind(app, clearScans, async ({ user }) => {
    for (const id of await scans.of(user.id).removeAll()) stopScan(id)
    return { status: 204, body: null }
  })

  bind(app, correctScan, async ({ user, params, body }) => {
    await correct(user.id, params.id, body, db)
    const scan = await scans.of(user.id).byId(params.id)
    if (!scan) throw scanNotFound()
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
    if (!scan) throw scanNotFound()
    return { status: 200, body: SharedScan.parse(scan) }
  })

  bind(app, saveMenu, async ({ user, body }) => {
    const { scan, created } = await saveMenuFor(user.id, body, { db, clock })
    return { status: created ? 201 : 200, body: scan }
  })
}
