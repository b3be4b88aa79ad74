/** Notifies the user of a finished scan while the page is hidden. Loaded when the first one has to be shown. */
import { type SystemNotice, showNotice } from '#web/device/notices.ts'
import { storedRoute } from './outcome-route.ts'
import { type Ended, endOf, type ScanEnd, showsSystemNotice } from './scan-end.ts'
import { t } from './texts.ts'

export async function showEndNotice(scanId: string, ended: Ended): Promise<void> {
  const end = endOf(scanId, ended)
  if (end && showsSystemNotice(end)) await showNotice(noticeOf(end))
}

function noticeOf(end: ScanEnd): SystemNotice {
  const path = storedRoute({ ...end, isMenu: end.kind === 'menu' })
  if (end.pageOf !== undefined) return { ...textsOfPage(end), path }
  if (end.kind === 'single') return { title: end.name ?? t('endNotice.unread'), body: t('endNotice.single'), path }
  if (end.kind === 'barcode') return { title: t('endNotice.barcode'), body: t('endNotice.which'), path }
  if (end.kind === 'asked') return { title: t('endNotice.which'), body: t('endNotice.askedLine'), path }
  if (end.kind === 'nothing') return { title: t('endNotice.nothing'), body: t('endNotice.nothingLine'), path }
  if (end.kind === 'failed') return { title: t('endNotice.failed'), body: t('endNotice.failedLine'), path }
  return {
    title: end.kind === 'menu' ? t('endNotice.menu') : t('endNotice.group'),
    body: t('endNotice.found', { beers: end.beers }),
    path,
  }
}

function textsOfPage(end: ScanEnd): Omit<SystemNotice, 'path'> {
  if (end.kind === 'failed') return { title: t('endNotice.pageFailed'), body: t('endNotice.pageLine') }
  if (end.kind === 'nothing' || end.kind === 'barcode')
    return { title: t('endNotice.pageNothing'), body: t('endNotice.pageLine') }
  return { title: t('endNotice.page'), body: t('endNotice.found', { beers: 'beers' in end ? end.beers : 1 }) }
}
