/** Says that a scan has ended to a user who does not look, as far as the preferences want it. */
import { isMenuScan, parseMenuData, type Scan } from '#contracts'
import { noticePermission, type SystemNotice, showNotice } from '#web/device/notices.ts'
import { preferences } from '#web/device/preferences.ts'
import type { Outcome } from './deliver.ts'

export type Ending = (
  | { kind: 'single'; name: string }
  | { kind: 'menu' | 'group'; beers: number }
  | { kind: 'nothing' }
  | { kind: 'failed' }
) & {
  scanId: string
  /** The menu that a further page has joined: it is looked at there. */
  pageOf?: string
}

const TEXTS = {
  single: 'Your photo was read.',
  menu: 'Menu scan complete',
  group: 'Your photo was read',
  found: (beers: number) => (beers === 1 ? '1 beer found' : `${beers} beers found`),
  page: 'Another page was read',
  nothing: 'No beer detected',
  nothingLine: 'Open the scan to try again closer or with more light.',
  failed: 'A photo could not be read',
  failedLine: 'It is still there: open the scan to try again.',
  pageNothing: 'No beer detected on a further page',
  pageFailed: 'A page could not be read',
  pageLine: 'Open its menu to add or remove pages.',
} as const

/** How a capture ended that was answered; undefined while its scan goes on. */
export function endingOfOutcome(scanId: string, outcome: Outcome): Ending | undefined {
  if (outcome.kind === 'single') return { kind: 'single', scanId, name: outcome.answer.beer.name }
  if (outcome.kind === 'continues') return undefined
  const joined = outcome.pageOf ? { pageOf: outcome.pageOf } : {}
  if (outcome.kind === 'nothing') return { kind: 'nothing', scanId, ...joined }
  const kind = outcome.context === 'menu' ? 'menu' : 'group'
  return { kind, scanId: outcome.scanId, beers: outcome.beers.length, ...joined }
}

/** How a capture ended whose scan went on without it. */
export function endingOfScan(scan: Scan): Ending {
  const about = { scanId: scan.id, ...(scan.pageOf && { pageOf: scan.pageOf }) }
  if (scan.status === 'failed') return { kind: 'failed', ...about }
  if (scan.beer) return { kind: 'single', name: scan.beer.name, ...about }
  const beers = parseMenuData(scan.menuData).length
  return beers === 0 ? { kind: 'nothing', ...about } : { kind: isMenuScan(scan) ? 'menu' : 'group', beers, ...about }
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
  const { scanId, pageOf } = ending
  if (pageOf !== undefined) return { ...saidOfPage(ending), path: `/menu/${pageOf}` }
  const path = `/scan/${scanId}`
  if (ending.kind === 'single') return { title: ending.name, body: TEXTS.single, path }
  if (ending.kind === 'nothing') return { title: TEXTS.nothing, body: TEXTS.nothingLine, path }
  if (ending.kind === 'failed') return { title: TEXTS.failed, body: TEXTS.failedLine, path }
  const body = TEXTS.found(ending.beers)
  return ending.kind === 'menu'
    ? { title: TEXTS.menu, body, path: `/menu/${scanId}` }
    : { title: TEXTS.group, body, path }
}

function saidOfPage(ending: Ending): Omit<SystemNotice, 'path'> {
  if (ending.kind === 'failed') return { title: TEXTS.pageFailed, body: TEXTS.pageLine }
  if (ending.kind === 'nothing') return { title: TEXTS.pageNothing, body: TEXTS.pageLine }
  return { title: TEXTS.page, body: TEXTS.found(ending.kind === 'single' ? 1 : ending.beers) }
}
