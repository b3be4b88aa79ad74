/** How a scan ended, and whether a system notification says so: while the page is hidden, if the preferences allow it. */
import { isMenuScan, parseMenuData, type Scan } from '#contracts'
import { noticePermission } from '#web/device/notices.ts'
import { preferences } from '#web/device/preferences.ts'
import type { Outcome } from './deliver.ts'

export type ScanEnd = (
  | { kind: 'single'; name: string }
  | { kind: 'menu' | 'group'; beers: number }
  | { kind: 'barcode' }
  | { kind: 'nothing' }
  | { kind: 'failed' }
) & {
  scanId: string
  /** The menu that a further page has joined. */
  pageOf?: string
}

/** How an outcome ended the scan; undefined while it continues. */
export function endOfOutcome(scanId: string, outcome: Outcome): ScanEnd | undefined {
  if (outcome.kind === 'single') return { kind: 'single', scanId, name: outcome.answer.beer.name }
  if (outcome.kind === 'continues') return undefined
  if (outcome.kind === 'barcode') return { kind: 'barcode', scanId }
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
  if (scan.barcode && !scan.otherDrink) return { kind: 'barcode', ...about }
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
