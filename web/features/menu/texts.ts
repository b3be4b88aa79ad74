import type { ScanContext } from '#contracts'

export const TEXTS = {
  loading: 'Loading Menu',
  analyzing: 'Analyzing Image',
  shared: 'Shared Menu',
  contexts: {
    menu: 'Scanned Menu',
    fridge: 'Beer Fridge',
    multiple_beers: 'Multiple Beers',
    single_beer: 'Scanned Results',
    auto: 'Scanned Results',
  } satisfies Record<ScanContext, string>,
  count: (beers: number) => (beers === 1 ? '1 beer' : `${beers} beers`),
  asPrinted: 'as printed',
  asFound: 'in order of place',
  byRating: 'best rated first',
  sortByRating: 'Sort by rating',
  sortAsPrinted: 'Sort as printed',
  estimate: (seconds: number) => `Ratings are being poured: about ${seconds} s left`,
  empty: {
    menu: 'No beers found in menu',
    fridge: 'No beers detected',
    multiple_beers: 'No beers detected',
    single_beer: 'No beers detected',
    auto: 'Nothing scanned yet',
  } satisfies Record<ScanContext, string>,
  emptyLine: 'Try again closer and with more light, or search by name.',
  emptyStored: 'No beers found in menu',
  scan: 'Scan a menu',
  failed: 'Failed to fetch scan',
  notFound: 'Menu not found',
  notFoundLine: 'It may have been removed, or it is not shared with you.',
} as const
