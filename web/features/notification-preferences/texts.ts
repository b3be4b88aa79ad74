import type { NoticePermission } from '#web/device/notices.ts'
import type { PreferenceName } from '#web/device/preferences.ts'

export const TEXTS = {
  title: 'Notification Preferences',
  line: 'Sound and vibration are saved in this browser only, the others with your account.',
  notSent: "Saved in this browser. We'll send it to the server when it can be reached.",
  updated: 'Preferences Updated',
  reset: 'Preferences Reset',
  resetButton: 'Reset to Defaults',
  groups: { app: 'In the app', about: 'Tell me about', ways: 'Ways to reach me' },
  notHere: 'Not available here yet. Your choice is saved.',
  notes: {
    soundEffects: 'A click for the shutter, two notes when a beer is found.',
    vibration: 'A short buzz for the shutter, two when a beer is found.',
    menuScanComplete: "With push notifications: when a menu is ready while you're doing something else.",
    newBeerRatings: "With push notifications: when others' ratings change a beer you saved.",
    pushNotifications: "While you're doing something else, and when the app is closed.",
  } satisfies Partial<Record<PreferenceName, string>>,
  noVibration: "Saved, but this device can't vibrate.",
  permissions: {
    granted: 'Allowed in this browser.',
    askable: 'Not allowed in this browser yet.',
    denied: 'Blocked. Allow notifications for this site in your browser settings.',
    insecure: 'Saved, but browsers only show them on secure (https) sites.',
    unsupported: "Saved, but this browser can't show them. On an iPhone, add the app to your home screen first.",
  } satisfies Record<NoticePermission, string>,
  noPush: 'This server sends none while the app is closed.',
  reach: {
    closed: "They'll come when the app is closed, too.",
    open: "This browser can't receive them while the app is closed.",
  },
  allow: 'Allow in this browser',
  names: {
    newBeerRatings: 'New beer ratings',
    menuScanComplete: 'Menu scan complete',
    weeklyDigest: 'Weekly digest',
    breweryRecommendations: 'Brewery recommendations',
    soundEffects: 'Sound effects',
    vibration: 'Vibration',
    emailNotifications: 'Email notifications',
    pushNotifications: 'Push notifications',
  } satisfies Record<PreferenceName, string>,
} as const
