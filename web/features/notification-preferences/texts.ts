import type { PreferenceName } from '#web/device/preferences.ts'

export const TEXTS = {
  title: 'Notification Preferences',
  line: 'Kept in this browser only.',
  updated: 'Preferences Updated',
  reset: 'Preferences Reset',
  resetButton: 'Reset to Defaults',
  groups: { app: 'In the app', about: 'Tell me about', ways: 'Ways to reach me' },
  notHere: 'Kept for later: this installation sends none.',
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
