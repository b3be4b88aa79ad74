/** Notices of the system, for when nobody looks at the page. A tap on one brings the app back, at the place it is about. */

/** 'askable': nobody has been asked yet. 'insecure': browsers allow notices on https and localhost only. */
export type NoticePermission = 'granted' | 'denied' | 'askable' | 'insecure' | 'unsupported'

export interface SystemNotice {
  title: string
  body: string
  /** Where a tap leads, within the app. Also what the notice is about: a second one takes its place. */
  path: string
}

/** What the service worker and the page say to each other about a notice that was tapped. */
export const NOTICE_TAPPED = 'notice tapped'

export function noticePermission(): NoticePermission {
  if (!window.isSecureContext) return 'insecure'
  if (typeof Notification === 'undefined') return 'unsupported'
  return Notification.permission === 'default' ? 'askable' : Notification.permission
}

/** Asks the user, who was not asked before. Call it on a tap that is about notices, never by itself. */
export async function askForNotices(): Promise<NoticePermission> {
  if (noticePermission() === 'askable') await Notification.requestPermission()
  return noticePermission()
}

/** Shows a notice where they are allowed; phones show those of a service worker alone. */
export async function showNotice({ title, body, path }: SystemNotice): Promise<void> {
  if (noticePermission() !== 'granted') return
  const look = { body, tag: path, icon: '/icon-192.png', data: { path } }
  const registration = await navigator.serviceWorker?.getRegistration()
  if (registration?.active) return registration.showNotification(title, look)
  const notice = new Notification(title, look)
  notice.addEventListener('click', () => {
    window.focus()
    for (const open of openers) open(path)
  })
}

const openers = new Set<(path: string) => void>()

/** Calls back with the place of a notice that was tapped while the app is open; answers the way to stop. */
export function onNoticeTapped(open: (path: string) => void): () => void {
  const whenTold = ({ data }: MessageEvent<unknown>) => {
    const path = pathIn(data)
    if (path !== undefined) open(path)
  }
  openers.add(open)
  navigator.serviceWorker?.addEventListener('message', whenTold)
  return () => {
    openers.delete(open)
    navigator.serviceWorker?.removeEventListener('message', whenTold)
  }
}

function pathIn(message: unknown): string | undefined {
  if (typeof message !== 'object' || message === null || !('type' in message) || !('path' in message)) return undefined
  return message.type === NOTICE_TAPPED && typeof message.path === 'string' ? message.path : undefined
}
