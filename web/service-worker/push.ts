/** Shows what the server pushes, also while the app is closed. */
import { PushMessage } from '#contracts'
import type { SystemNotice } from '#web/device/show-notice.ts'
import { menuPath, resultsPath } from '#web/handoff/paths.ts'

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

function parsed(text: string): PushMessage | undefined {
  try {
    return PushMessage.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

function noticeOf(pushed: PushMessage | undefined): SystemNotice {
  // Of a newer server.
  if (!pushed) return { title: 'BeerGoggles', body: '', path: '/' }
  const { title, body } = pushed
  return { title, body, path: pathOf(pushed) }
}

function pathOf(pushed: PushMessage): string {
  switch (pushed.kind) {
    case 'menu':
      return menuPath(pushed.scanId)
    case 'rating':
      return resultsPath(pushed.beerId)
    case 'week':
      return '/profile/week'
  }
}

function pathIn(url: string): string {
  const { pathname, search } = new URL(url)
  return `${pathname}${search}`
}
