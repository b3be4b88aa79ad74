/** API objects with defaults: a test names only what it is about. */
import type {
  Beer,
  Brewery,
  Favorite,
  OwnImport,
  Scan,
  SearchEntry,
  SightedBeer,
  SingleAnswer,
  TriedEntry,
  User,
} from '#contracts'
import { newCaptureId } from '#web/outbox/capture.ts'

let last = 0
const nextId = () => {
  last += 1
  return last
}

export function aBeer(given: Partial<Beer> = {}): Beer {
  const id = given.id ?? nextId()
  return {
    id,
    name: `Beer ${id}`,
    brewery: 'Brasserie Test',
    breweryId: 7,
    style: 'Saison',
    abv: 6.5,
    ibu: 28,
    rating: 82.4,
    ratingOrigin: 'community',
    ratingRange: null,
    ratingCount: null,
    description: null,
    styleDescription: null,
    imageUrl: null,
    listed: true,
    place: null,
    country: null,
    srm: 6,
    typicalIbu: 28,
    standing: null,
    breweryPlace: null,
    isStoreBrand: false,
    styleFamily: null,
    kind: 'beer',
    provisional: null,
    status: 'current',
    ...given,
  }
}

export function aSightedBeer(given: Partial<SightedBeer> = {}): SightedBeer {
  const sighting = {
    confidence: 91,
    position: { x: 50, y: 40 },
    count: 1,
    price: null,
    size: null,
    section: null,
    readText: [],
  }
  return { ...aBeer(given), ...sighting, ...given }
}

export function aScan({ beers, ...given }: Partial<Scan> & { beers?: SightedBeer[] } = {}): Scan {
  return {
    id: newCaptureId(),
    status: 'completed',
    scanType: 'single',
    isMenu: 'false',
    menuData: beers ? JSON.stringify(beers) : null,
    beerId: given.beer?.id ?? null,
    beer: null,
    photoUrl: null,
    scannedAt: '2026-03-01T20:00:00.000Z',
    progressCurrent: 0,
    progressTotal: 0,
    stage: null,
    failure: null,
    title: null,
    detected: null,
    fieldConfidence: null,
    alternatives: [],
    itemAlternatives: given.alternatives ? [given.alternatives] : [],
    spots: [],
    shareToken: null,
    ...given,
  }
}

export function aMenuScan(beers: SightedBeer[], given: Partial<Scan> = {}): Scan {
  return aScan({ scanType: 'menu', isMenu: 'true', beers, ...given })
}

export function aFavorite(given: Partial<Favorite> = {}): Favorite {
  const beer = given.beer ?? aBeer()
  return { id: nextId(), beerId: beer.id, beer, favoritedAt: '2026-03-01T20:00:00.000Z', ...given }
}

export function aSearchEntry(given: Partial<SearchEntry> = {}): SearchEntry {
  return { id: nextId(), query: 'orval', resultCount: 3, searchedAt: '2026-03-01T20:00:00.000Z', ...given }
}

export function aTriedEntry(given: Partial<TriedEntry> = {}): TriedEntry {
  const beer = given.beer ?? aBeer()
  const details = { rating: null, note: null, place: null, position: null }
  const made = { triedAt: '2026-03-01T20:00:00.000Z', source: 'beergoggles', sourceId: newCaptureId() }
  return { id: nextId(), beerId: beer.id, beer, ...details, ...made, ...given }
}

/** By default a previewed import without new entries. */
export function anImport({
  counts,
  ...given
}: Partial<Omit<OwnImport, 'counts'>> & { counts?: Partial<OwnImport['counts']> } = {}): OwnImport {
  const none = { fresh: 0, known: 0 }
  return {
    id: nextId(),
    fileName: 'beergoggles-all-2026-03-01.json',
    source: 'beergoggles',
    state: 'checked',
    startedAt: '2026-03-01T20:00:00.000Z',
    progress: 100,
    records: 0,
    reasons: [],
    problems: [],
    ...given,
    counts: {
      scans: none,
      favorites: none,
      searches: none,
      ratings: none,
      checkIns: none,
      wants: none,
      taste: none,
      barcodes: none,
      labels: none,
      corrections: none,
      pictures: none,
      settings: none,
      unlistedBeers: 0,
      unplaced: 0,
      ...counts,
    },
  }
}

export function aBrewery(given: Partial<Brewery> = {}): Brewery {
  const id = given.id ?? nextId()
  const unknown = {
    city: null,
    state: null,
    country: null,
    founded: null,
    closed: null,
    owner: null,
    isStoreBrand: false,
    website: null,
    description: null,
    imageUrl: null,
  }
  return { id, name: `Brewery ${id}`, ...unknown, beerCount: 0, ...given }
}

export function aUser(given: Partial<User> = {}): User {
  return { id: nextId(), firstName: 'Jana', lastName: 'Nováková', email: 'jana@example.org', ...given }
}

export function aSingleAnswer(given: Partial<SingleAnswer> = {}): SingleAnswer {
  return {
    scanId: newCaptureId(),
    beer: aBeer(),
    position: { x: 50, y: 50 },
    confidence: 93,
    fieldConfidence: { brewery: 95, name: 93, style: 80, abv: 90 },
    alternatives: [],
    readText: [],
    ...given,
  }
}
