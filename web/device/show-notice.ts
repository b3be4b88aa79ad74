/** Shows system notifications. Apart from `notices.ts`, which the first screen loads. */
import { noticePermission, openNotice } from './notices.ts'

export interface SystemNotice {
  title: string
  body: string
  /** The path a tap opens. Also the tag: a second notice with the same path replaces the first. */
  path: string
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
    openNotice(path)
  })
}
