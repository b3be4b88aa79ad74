export const TEXTS = {
  totalScans: 'Total Scans',
  favorites: 'Favorite Beers',
  average: 'Avg Rating',
  activity: 'Recent Activity',
  noActivity: 'No scan history yet',
  seeMore: (more: number) => `See More (${more} more)`,
  showLess: 'Show Less',
  settings: 'Settings',
  links: {
    history: 'Scan history',
    notifications: 'Notification preferences',
    export: 'Export data',
    about: 'About',
  },
  signOut: 'Sign Out',
  deletion: {
    open: 'Delete account',
    title: 'Delete your account?',
    note: "This happens right away and can't be undone.",
    includes: 'This will be deleted:',
    removed: [
      'your scans, favorites and searches',
      'your ratings, which stop counting for everyone',
      'everything you imported, and beers that only you had',
      'links to menus you shared',
      'photos waiting on this device, and your settings here',
    ],
    embeddedSignIn:
      'Your name and email address are deleted too. If you sign in with that address later, you start from scratch.',
    externalSignIn: (provider: string) =>
      `Your name and email address are deleted here too. Your ${provider} account stays as it is.`,
    export: 'Export your data first',
    confirm: 'Delete everything',
    keep: 'Keep my account',
    failed: 'Failed to delete account',
  },
  failed: 'Failed to fetch scan history',
} as const
