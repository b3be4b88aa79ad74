export const TEXTS = {
  loading: 'Loading brewery',
  notFound: 'Brewery Not Found',
  notFoundLine: 'It may have left the catalogue.',
  back: 'Back to Search',
  failed: 'Failed to fetch brewery',
  founded: (year: number) => `Founded ${year}`,
  website: 'Website',
  map: 'Map',
  mapsApp: 'Maps app',
  had: (had: number, of: number) => `You have had ${had} of ${of}`,
  beers: (count: number) => `Beers (${count})`,
  noBeers: 'No beer of this brewery is known yet.',
} as const
