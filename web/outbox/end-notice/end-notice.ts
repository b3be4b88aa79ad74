/** Notifies the user of a finished scan while the page is hidden. Loaded when the first one has to be shown. */
import { type SystemNotice, showNotice } from '#web/device/show-notice.ts'
import { storedRoute } from '../outcome-route.ts'
import { type Ended, endOf, type ScanEnd, showsSystemNotice } from '../scan-end.ts'
import { t } from './texts.ts'

export async function showEndNotice(scanId: string, ended: Ended): Promise<void> {
  const end = endOf(scanId, ended)
  if (end && showsSystemNotice(end)) await showNotice(noticeOf(end))
}

function noticeOf(end: ScanEnd): SystemNotice {
  const path = storedRoute({ ...end, isMenu: end.kind === 'menu' })
  if (end.pageOf !== undefined) return { ...textsOfPage(end), path }
  if (end.kind === 'single') return { title: end.name ?? t('unread'), body: t('single'), path }
  if (end.kind === 'barcode') return { title: t('barcode'), body: t('which'), path }
  if (end.kind === 'asked') return { title: t('which'), body: t('askedLine'), path }
  if (end.kind === 'nothing') return { title: t('nothing'), body: t('nothingLine'), path }
  if (end.kind === 'failed') return { title: t('failed'), body: t('failedLine'), path }
  return {
    title: end.kind === 'menu' ? t('menu') : t('group'),
    body: t('found', { beers: end.beers }),
    path,
  }
}

function textsOfPage(end: ScanEnd): Omit<SystemNotice, 'path'> {
  if (end.kind === 'failed') return { title: t('pageFailed'), body: t('pageLine') }
  if (end.kind === 'nothing' || end.kind === 'barcode') return { title: t('pageNothing'), body: t('pageLine') }
  return { title: t('page'), body: t('found', { beers: 'beers' in end ? end.beers : 1 }) }
}
