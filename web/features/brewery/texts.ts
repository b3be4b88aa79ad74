export const TEXTS = {
  loading: 'Loading brewery',
  notFound: 'Brewery Not Found',
  notFoundLine: 'It may have been removed from the catalogue.',
  back: 'Back to Search',
  failed: 'Failed to fetch brewery',
  founded: (year: number) => `Founded ${year}`,
  website: 'Website',
  map: 'Map',
  mapsApp: 'Maps app',
  tried: (tried: number, of: number) => `You've tried ${tried} of ${of}`,
  beers: (count: number) => `Beers (${count})`,
  noBeers: "We don't know any of its beers yet.",
} as const
