import type { NoticePermission } from '#web/device/notices.ts'
import type { PreferenceName } from '#web/device/preferences.ts'

export const TEXTS = {
  title: 'Notification Preferences',
  line: 'Kept in this browser only.',
  updated: 'Preferences Updated',
  reset: 'Preferences Reset',
  resetButton: 'Reset to Defaults',
  groups: { app: 'In the app', about: 'Tell me about', ways: 'Ways to reach me' },
  notHere: 'Kept for later: this installation sends none.',
  notes: {
    soundEffects: 'A click for the shutter, two notes when a beer is found.',
    vibration: 'A short shake for the shutter, two when a beer is found.',
    menuScanComplete: 'With push notifications: when a menu was read while you look elsewhere.',
    pushNotifications: 'When a scan has ended while you look elsewhere.',
  } satisfies Partial<Record<PreferenceName, string>>,
  noVibration: 'Kept, but this device cannot vibrate.',
  permissions: {
    granted: 'This browser shows them.',
    askable: 'This browser has not been asked yet.',
    denied: 'Blocked in the settings of this browser. Allow notifications for this site there.',
    insecure: 'Kept, but browsers show them on secure (https) addresses only.',
    unsupported: 'Kept, but this browser cannot show them. On an iPhone, add the app to the home screen first.',
  } satisfies Record<NoticePermission, string>,
  allow: 'Allow in this browser',
  names: {
    newBeerRatings: 'New beer ratings',
    menuScanComplete: 'Menu scan complete',
    weeklyDigest: 'Weekly digest',
    breweryRecommendations: 'Brewery recommendations',
    soundEffects: 'Sound effects',
    vibration: 'Vibration',
    emailNotifications: 'E-mail notifications',
    pushNotifications: 'Push notifications',
  } satisfies Record<PreferenceName, string>,
} as const
