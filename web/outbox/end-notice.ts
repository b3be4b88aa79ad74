/** Notifies the user of a finished scan while the page is hidden, if the preferences allow it. */
import { isMenuScan, parseMenuData, type Scan } from '#contracts'
import { noticePermission, type SystemNotice, showNotice } from '#web/device/notices.ts'
import { preferences } from '#web/device/preferences.ts'
import type { Outcome } from './deliver.ts'
import { storedRoute } from './outcome-route.ts'

export type ScanEnd = (
  | { kind: 'single'; name: string }
  | { kind: 'menu' | 'group'; beers: number }
  | { kind: 'nothing' }
  | { kind: 'failed' }
) & {
  scanId: string
  /** The menu that a further page has joined. */
  pageOf?: string
}

const TEXTS = {
  single: 'Found on your photo.',
  menu: 'Menu scan complete',
  group: 'Scan complete',
  found: (beers: number) => (beers === 1 ? '1 beer found' : `${beers} beers found`),
  page: 'Menu page added',
  nothing: 'No beer detected',
  nothingLine: 'Try again closer or with more light.',
  failed: "Couldn't read a photo",
  failedLine: "It's still saved. Open the scan to try again.",
  pageNothing: 'No beer detected on a menu page',
  pageFailed: "Couldn't read a menu page",
  pageLine: 'Open the menu to add or remove pages.',
} as const

/** How an outcome ended the scan; undefined while it continues. */
export function endOfOutcome(scanId: string, outcome: Outcome): ScanEnd | undefined {
  if (outcome.kind === 'single') return { kind: 'single', scanId, name: outcome.answer.beer.name }
  if (outcome.kind === 'continues') return undefined
  const joined = outcome.pageOf ? { pageOf: outcome.pageOf } : {}
  if (outcome.kind === 'nothing') return { kind: 'nothing', scanId, ...joined }
  const kind = outcome.context === 'menu' ? 'menu' : 'group'
  return { kind, scanId: outcome.scanId, beers: outcome.beers.length, ...joined }
}

/** How a scan ended that the sender polled. */
export function endOfScan(scan: Scan): ScanEnd {
  const about = { scanId: scan.id, ...(scan.pageOf && { pageOf: scan.pageOf }) }
  if (scan.status === 'failed') return { kind: 'failed', ...about }
  if (scan.beer) return { kind: 'single', name: scan.beer.name, ...about }
  const beers = parseMenuData(scan.menuData).length
  return beers === 0 ? { kind: 'nothing', ...about } : { kind: isMenuScan(scan) ? 'menu' : 'group', beers, ...about }
}

/** True if finished scans are reported while the page is hidden. */
export function notifiesWhenHidden(): boolean {
  return preferences.get().pushNotifications && noticePermission() === 'granted'
}

/** True if a system notification reports this end, so that the page need not. */
export function showsSystemNotice(end: ScanEnd): boolean {
  if (document.visibilityState === 'visible' || !notifiesWhenHidden()) return false
  return end.kind !== 'menu' || preferences.get().menuScanComplete
}

export async function showEndNotice(end: ScanEnd): Promise<void> {
  if (showsSystemNotice(end)) await showNotice(noticeOf(end))
}

function noticeOf(end: ScanEnd): SystemNotice {
  const path = storedRoute({ ...end, isMenu: end.kind === 'menu' })
  if (end.pageOf !== undefined) return { ...textsOfPage(end), path }
  if (end.kind === 'single') return { title: end.name, body: TEXTS.single, path }
  if (end.kind === 'nothing') return { title: TEXTS.nothing, body: TEXTS.nothingLine, path }
  if (end.kind === 'failed') return { title: TEXTS.failed, body: TEXTS.failedLine, path }
  return { title: end.kind === 'menu' ? TEXTS.menu : TEXTS.group, body: TEXTS.found(end.beers), path }
}

function textsOfPage(end: ScanEnd): Omit<SystemNotice, 'path'> {
  if (end.kind === 'failed') return { title: TEXTS.pageFailed, body: TEXTS.pageLine }
  if (end.kind === 'nothing') return { title: TEXTS.pageNothing, body: TEXTS.pageLine }
  return { title: TEXTS.page, body: TEXTS.found(end.kind === 'single' ? 1 : end.beers) }
}
