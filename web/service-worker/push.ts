/** Shows what the server pushes, also while the app is closed. */
import { PushNotice } from '#contracts'
import type { SystemNotice } from '#web/device/notices.ts'
import { menuPath, resultsPath } from '#web/handoff/paths.ts'

const TEXTS = {
  menu: 'Menu scan complete',
  page: 'Menu page added',
  found: (beers: number) => (beers === 1 ? '1 beer found' : `${beers} beers found`),
  rating: (rating: number, before: number) => `New community rating: ${rating}, was ${before}`,
  week: 'Your week in beer',
  weekLine: 'What you had, what you liked, and what to try next.',
  /** Of a newer server. */
  other: 'BeerGoggles',
  otherLine: 'There is something new for you.',
} as const

export interface PushPorts {
  registration: Pick<ServiceWorkerRegistration, 'showNotification' | 'getNotifications'>
  pages(): Promise<readonly Pick<WindowClient, 'url' | 'visibilityState'>[]>
  userAgent: string
}

/** Browsers based on WebKit withdraw the permission from an app that is pushed something and shows nothing. */
const MUST_SHOW = /AppleWebKit\/(?!.*(Chrome|Chromium|Android))/

export async function receivePush(text: string, { registration, pages, userAgent }: PushPorts): Promise<void> {
  const pushed = parsed(text)
  const { title, body, path } = noticeOf(pushed)
  const visible = (await pages()).filter(({ visibilityState }) => visibilityState === 'visible')
  // An open app tells of its scans itself.
  const isSeen = pushed?.kind === 'menu' ? visible.length > 0 : visible.some(({ url }) => pathIn(url) === path)
  if (isSeen && !MUST_SHOW.test(userAgent)) return
  await registration.showNotification(title, {
    body,
    tag: path,
    icon: '/icon-192.png',
    data: { path },
    ...(isSeen && { silent: true }),
  })
  if (isSeen) for (const notice of await registration.getNotifications({ tag: path })) notice.close()
}

function parsed(text: string): PushNotice | undefined {
  try {
    return PushNotice.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

function noticeOf(pushed: PushNotice | undefined): SystemNotice {
  switch (pushed?.kind) {
    case 'menu': {
      const title = pushed.joined ? TEXTS.page : TEXTS.menu
      return { title, body: TEXTS.found(pushed.beers), path: menuPath(pushed.scanId) }
    }
    case 'rating':
      return {
        title: pushed.name,
        body: TEXTS.rating(pushed.rating, pushed.before),
        path: resultsPath(pushed.beerId),
      }
    case 'week':
      return { title: TEXTS.week, body: TEXTS.weekLine, path: '/profile/week' }
    case undefined:
      return { title: TEXTS.other, body: TEXTS.otherLine, path: '/' }
  }
}

function pathIn(url: string): string {
  const { pathname, search } = new URL(url)
  return `${pathname}${search}`
}
