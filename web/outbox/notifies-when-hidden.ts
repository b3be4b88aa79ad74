import { noticePermission } from '#web/device/notices.ts'
import { preferences } from '#web/device/preferences.ts'

/** True if finished scans are reported while the page is hidden. */
export function notifiesWhenHidden(): boolean {
  return preferences.get().pushNotifications && noticePermission() === 'granted'
}
