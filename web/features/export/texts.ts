export const TEXTS = {
  title: 'Export Data',
  line: 'Everything that is yours, as a file.',
  scans: 'Scans',
  favorites: 'Favorites',
  searches: 'Searches',
  format: 'Format',
  formats: { json: 'JSON', csv: 'CSV' },
  buttons: {
    all: 'Export All Data',
    scans: 'Export Scans',
    favorites: 'Export Favorites',
    searches: 'Export Searches',
  },
  done: 'Export Complete',
  failed: { title: 'Export Failed', description: 'There was an error exporting your data. Please try again.' },
  loadFailed: 'Failed to get scan history',
} as const
