/** System notifications for a page in the background. A tap on one opens the app at the screen it is about. */

/** 'askable': the user has not been asked yet. 'insecure': browsers allow notifications on https and localhost only. */
export type NoticePermission = 'granted' | 'denied' | 'askable' | 'insecure' | 'unsupported'

export interface SystemNotice {
  title: string
  body: string
  /** The path a tap opens. Also the tag: a second notice with the same path replaces the first. */
  path: string
}

/** The type of the service worker's message to the page about a tapped notice. */
export const NOTICE_TAPPED = 'notice tapped'

export function noticePermission(): NoticePermission {
  if (!window.isSecureContext) return 'insecure'
  if (typeof Notification === 'undefined') return 'unsupported'
  return Notification.permission === 'default' ? 'askable' : Notification.permission
}

/** Prompts the user unless that happened before. Call it only on a tap that is about notifications. */
export async function askForNotices(): Promise<NoticePermission> {
  if (noticePermission() === 'askable') await Notification.requestPermission()
  return noticePermission()
}

/** Shows a notice if the user allows them; phones only show those of a service worker. */
export async function showNotice({ title, body, path }: SystemNotice): Promise<void> {
  if (noticePermission() !== 'granted') return
  const options = { body, tag: path, icon: '/icon-192.png', data: { path } }
  const registration = await navigator.serviceWorker?.getRegistration()
  if (registration?.active) return registration.showNotification(title, options)
  const notice = new Notification(title, options)
  notice.addEventListener('click', () => {
    window.focus()
    for (const open of openers) open(path)
  })
}

const openers = new Set<(path: string) => void>()

/** Calls back with the path of a notice that is tapped while the app is open. Returns the way to stop. */
export function onNoticeTapped(open: (path: string) => void): () => void {
  const onMessage = ({ data }: MessageEvent<unknown>) => {
    const path = pathIn(data)
    if (path !== undefined) open(path)
  }
  openers.add(open)
  navigator.serviceWorker?.addEventListener('message', onMessage)
  return () => {
    openers.delete(open)
    navigator.serviceWorker?.removeEventListener('message', onMessage)
  }
}

function pathIn(message: unknown): string | undefined {
  if (typeof message !== 'object' || message === null || !('type' in message) || !('path' in message)) return undefined
  return message.type === NOTICE_TAPPED && typeof message.path === 'string' ? message.path : undefined
}
