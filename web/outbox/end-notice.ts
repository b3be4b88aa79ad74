/** Notifies the user of a finished scan while the page is hidden. Loaded when the first one has to be shown. */
import { type SystemNotice, showNotice } from '#web/device/notices.ts'
import { storedRoute } from './outcome-route.ts'
import { type ScanEnd, showsSystemNotice } from './scan-end.ts'

const TEXTS = {
  single: 'Found on your photo.',
  menu: 'Menu scan complete',
  group: 'Scan complete',
  found: (beers: number) => (beers === 1 ? '1 beer found' : `${beers} beers found`),
  page: 'Menu page added',
  barcode: 'Barcode read',
  barcodeLine: 'Which beer is it?',
  nothing: 'No beer detected',
  nothingLine: 'Try again closer or with more light.',
  failed: "Couldn't read a photo",
  failedLine: "It's still saved. Open the scan to try again.",
  pageNothing: 'No beer detected on a menu page',
  pageFailed: "Couldn't read a menu page",
  pageLine: 'Open the menu to add or remove pages.',
} as const

export async function showEndNotice(end: ScanEnd): Promise<void> {
  if (showsSystemNotice(end)) await showNotice(noticeOf(end))
}

function noticeOf(end: ScanEnd): SystemNotice {
  const path = storedRoute({ ...end, isMenu: end.kind === 'menu' })
  if (end.pageOf !== undefined) return { ...textsOfPage(end), path }
  if (end.kind === 'single') return { title: end.name, body: TEXTS.single, path }
  if (end.kind === 'barcode') return { title: TEXTS.barcode, body: TEXTS.barcodeLine, path }
  if (end.kind === 'nothing') return { title: TEXTS.nothing, body: TEXTS.nothingLine, path }
  if (end.kind === 'failed') return { title: TEXTS.failed, body: TEXTS.failedLine, path }
  return { title: end.kind === 'menu' ? TEXTS.menu : TEXTS.group, body: TEXTS.found(end.beers), path }
}

function textsOfPage(end: ScanEnd): Omit<SystemNotice, 'path'> {
  if (end.kind === 'failed') return { title: TEXTS.pageFailed, body: TEXTS.pageLine }
  if (end.kind === 'nothing' || end.kind === 'barcode') return { title: TEXTS.pageNothing, body: TEXTS.pageLine }
  return { title: TEXTS.page, body: TEXTS.found(end.kind === 'single' ? 1 : end.beers) }
}
