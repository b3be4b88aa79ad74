/** Says that a scan has ended to a user who does not look, as far as the preferences want it. */
import { isMenuScan, parseMenuData, type Scan } from '#contracts'
import { noticePermission, type SystemNotice, showNotice } from '#web/device/notices.ts'
import { preferences } from '#web/device/preferences.ts'
import type { Outcome } from './deliver.ts'

export type Ending =
  | { kind: 'single'; scanId: string; name: string }
  | { kind: 'menu' | 'group'; scanId: string; beers: number }
  | { kind: 'nothing'; scanId: string }
  | { kind: 'failed'; scanId: string }

const TEXTS = {
  single: 'Your photo was read.',
  menu: 'Menu scan complete',
  group: 'Your photo was read',
  found: (beers: number) => (beers === 1 ? '1 beer found' : `${beers} beers found`),
  nothing: 'No beer detected',
  nothingLine: 'Open the scan to try again closer or with more light.',
  failed: 'A photo could not be read',
  failedLine: 'It is still there: open the scan to try again.',
} as const

/** How a capture ended that was answered; undefined while its scan goes on. */
export function endingOfOutcome(scanId: string, outcome: Outcome): Ending | undefined {
  if (outcome.kind === 'single') return { kind: 'single', scanId, name: outcome.answer.beer.name }
  if (outcome.kind === 'nothing') return { kind: 'nothing', scanId }
  if (outcome.kind === 'continues') return undefined
  return { kind: outcome.context === 'menu' ? 'menu' : 'group', scanId: outcome.scanId, beers: outcome.beers.length }
}

/** How a capture ended whose scan went on without it. */
export function endingOfScan(scan: Scan): Ending {
  const scanId = scan.id
  if (scan.status === 'failed') return { kind: 'failed', scanId }
  if (scan.beer) return { kind: 'single', scanId, name: scan.beer.name }
  const beers = parseMenuData(scan.menuData).length
  return beers === 0 ? { kind: 'nothing', scanId } : { kind: isMenuScan(scan) ? 'menu' : 'group', scanId, beers }
}

/** True when somebody who does not look is told of scans that end. */
export function tellsWhenHidden(): boolean {
  return preferences.get().pushNotifications && noticePermission() === 'granted'
}

/** True when a notice of the system says it now: then the page has nothing to add. */
export function isToldOutside(ending: Ending): boolean {
  if (document.visibilityState === 'visible' || !tellsWhenHidden()) return false
  return ending.kind !== 'menu' || preferences.get().menuScanComplete
}

export async function tellOfEnd(ending: Ending): Promise<void> {
  if (isToldOutside(ending)) await showNotice(noticeOf(ending))
}

function noticeOf(ending: Ending): SystemNotice {
  const path = `/scan/${ending.scanId}`
  if (ending.kind === 'single') return { title: ending.name, body: TEXTS.single, path }
  if (ending.kind === 'nothing') return { title: TEXTS.nothing, body: TEXTS.nothingLine, path }
  if (ending.kind === 'failed') return { title: TEXTS.failed, body: TEXTS.failedLine, path }
  const body = TEXTS.found(ending.beers)
  return ending.kind === 'menu'
    ? { title: TEXTS.menu, body, path: `/menu/${ending.scanId}` }
    : { title: TEXTS.group, body, path }
}
