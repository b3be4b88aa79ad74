/** System notifications for a page in the background. A tap on one opens the app at the screen it is about. */

/** 'askable': the user has not been asked yet. 'insecure': browsers allow notifications on https and localhost only. */
export type NoticePermission = 'granted' | 'denied' | 'askable' | 'insecure' | 'unsupported'

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

const openers = new Set<(path: string) => void>()

/** Opens what a notice is about, as a tap on it does. */
export function openNotice(path: string): void {
  for (const open of openers) open(path)
}

/** Calls back with the path of a notice that is tapped while the app is open. Returns the way to stop. */
export function onNoticeTapped(open: (path: string) => void): () => void {
  const onMessage = ({ data }: MessageEvent<{ type?: unknown; path?: unknown } | null>) => {
    if (data?.type === NOTICE_TAPPED && typeof data.path === 'string') open(data.path)
  }
  openers.add(open)
  navigator.serviceWorker?.addEventListener('message', onMessage)
  return () => {
    openers.delete(open)
    navigator.serviceWorker?.removeEventListener('message', onMessage)
  }
}
