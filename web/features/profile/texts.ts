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
  failed: 'Failed to fetch scan history',
} as const
