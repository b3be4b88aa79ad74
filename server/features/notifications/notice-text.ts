import type { PushNotice } from '#contracts'
import type { Texts } from './texts.ts'

/** What a browser shows of a notice. */
export function noticeText(t: Texts, notice: PushNotice): { title: string; body: string } {
  switch (notice.kind) {
    case 'menu':
      return {
        title: t(notice.joined ? 'notice.page' : 'notice.menu'),
        body: t('notice.found', { beers: notice.beers }),
      }
    case 'rating': {
      const { name, rating, before, isExpected } = notice
      return { title: name, body: t(isExpected ? 'notice.expectedRating' : 'notice.rating', { rating, before }) }
    }
    case 'week':
      return { title: t('notice.week'), body: t('notice.weekLine') }
  }
}
