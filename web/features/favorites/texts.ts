export const TEXTS = {
  title: 'Favorites',
  count: 'Favorite Beers',
  average: 'Average Rating',
  since: (date: string) => `saved ${date}`,
  empty: 'No favorites yet',
  emptyLine: 'Tap the heart on a beer to save it here.',
  scan: 'Find a beer',
  failed: 'Failed to fetch favorites',
} as const
