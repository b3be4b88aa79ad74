/** How a scan ended, and whether a system notification says so: while the page is hidden, if the preferences allow it. */
import { isHardlyRead, isMenuScan, outcomeOf, parseMenuData, type Recognised, type Scan } from '#contracts'
import { preferences } from '#web/device/preferences.ts'
import type { Outcome } from './deliver.ts'
import { notifiesWhenHidden } from './notifies-when-hidden.ts'

export type ScanEnd = (
  | { kind: 'single'; name: string | null }
  /** The user has to choose between several beers. */
  | { kind: 'asked' }
  | { kind: 'menu' | 'group'; beers: number }
  | { kind: 'barcode' }
  | { kind: 'nothing' }
  | { kind: 'failed' }
) & {
  scanId: string
  /** The menu that a further page has joined. */
  pageOf?: string
}

/** What a scan ended with: an answer, the stored scan, or a failure. */
export type Ended = Outcome | Scan | { kind: 'failed'; pageOf?: string }

/** How the scan ended; undefined while it continues. */
export function endOf(scanId: string, ended: Ended): ScanEnd | undefined {
  if ('status' in ended) return endOfScan(ended)
  return ended.kind === 'failed' ? { ...ended, scanId } : endOfOutcome(scanId, ended)
}

function endOfOutcome(scanId: string, outcome: Outcome): ScanEnd | undefined {
  if (outcome.kind === 'single') return { ...endOfBeer({ ...outcome.answer, ...outcome.answer.beer }), scanId }
  if (outcome.kind === 'continues') return undefined
  if (outcome.kind === 'barcode') return { kind: 'barcode', scanId }
  const joined = outcome.pageOf ? { pageOf: outcome.pageOf } : {}
  if (outcome.kind === 'nothing') return { kind: 'nothing', scanId, ...joined }
  const kind = outcome.context === 'menu' ? 'menu' : 'group'
  return { kind, scanId: outcome.scanId, beers: outcome.beers.length, ...joined }
}

function endOfBeer(beer: Recognised & { name: string }) {
  if (outcomeOf(beer) === 'ask') return { kind: 'asked' } as const
  // What was hardly read is no name to show.
  return { kind: 'single', name: isHardlyRead(beer) ? null : beer.name } as const
}

function endOfScan(scan: Scan): ScanEnd {
  const about = { scanId: scan.id, ...(scan.pageOf && { pageOf: scan.pageOf }) }
  if (scan.status === 'failed') return { kind: 'failed', ...about }
  if (scan.beer) return { ...endOfBeer(scan.beer), ...about }
  if (scan.barcode && !scan.otherDrink) return { kind: 'barcode', ...about }
  const beers = parseMenuData(scan.menuData).length
  return beers === 0 ? { kind: 'nothing', ...about } : { kind: isMenuScan(scan) ? 'menu' : 'group', beers, ...about }
}

/** True if a system notification reports this end, so that the page need not. */
export function showsSystemNotice(end: ScanEnd): boolean {
  if (document.visibilityState === 'visible' || !notifiesWhenHidden()) return false
  return end.kind !== 'menu' || preferences.get().menuScanComplete
}
