/** Which screen an address shows. The scan home loads with the app, the others when they open or when the app is idle. */
import { lazyScreen as screen } from './lazy-screen.tsx'

export const SCREENS = {
  '/search': screen(() => import('#web/features/search/search-screen.tsx'), 'SearchScreen'),
  '/results': screen(() => import('#web/features/beer-page/beer-screen.tsx'), 'BeerScreen'),
  '/history': screen(() => import('#web/features/history/history-screen.tsx'), 'HistoryScreen'),
  '/favorites': screen(() => import('#web/features/favorites/favorites-screen.tsx'), 'FavoritesScreen'),
  '/profile': screen(() => import('#web/features/profile/profile-screen.tsx'), 'ProfileScreen'),
  '/profile/beers': screen(() => import('#web/features/beers-drunk/beers-drunk-screen.tsx'), 'BeersDrunkScreen'),
  '/profile/taste': screen(() => import('#web/features/taste/taste-screen.tsx'), 'TasteScreen'),
  '/profile/week': screen(() => import('#web/features/week/week-screen.tsx'), 'WeekScreen'),
  '/profile/breweries': screen(() => import('#web/features/week/breweries-screen.tsx'), 'BreweriesScreen'),
  '/menu-view': screen(() => import('#web/features/menu/scanned-menu-screen.tsx'), 'ScannedMenuScreen'),
  '/menu/:scanId': screen(() => import('#web/features/menu/stored-menu-screen.tsx'), 'StoredMenuScreen'),
  '/processing': screen(() => import('#web/features/processing/processing-screen.tsx'), 'ProcessingScreen'),
  '/scan/:scanId': screen(() => import('./scan-status.tsx'), 'ScanStatus'),
  '/refresh': screen(() => import('#web/features/refresh/refresh-screen.tsx'), 'RefreshScreen'),
  '/brewery/:id': screen(() => import('#web/features/brewery/brewery-screen.tsx'), 'BreweryScreen'),
  '/notification-preferences': screen(
    () => import('#web/features/notification-preferences/preferences-screen.tsx'),
    'PreferencesScreen',
  ),
  '/export-data': screen(() => import('#web/features/data/data-screen.tsx'), 'DataScreen'),
  '/about': screen(() => import('#web/features/about/about-screen.tsx'), 'AboutScreen'),
  '/privacy': screen(() => import('#web/features/about/privacy-screen.tsx'), 'PrivacyScreen'),
  '/terms': screen(() => import('#web/features/about/terms-screen.tsx'), 'TermsScreen'),
} as const
export const NOT_FOUND = screen(() => import('#web/features/not-found/not-found-screen.tsx'), 'NotFoundScreen')

/** What follows a photo. */
const AFTER_CAPTURE = ['/processing', '/results', '/menu-view'] as const
/** One tap away from most screens. */
const NEXT = [
  '/search',
  '/favorites',
  '/profile',
  '/history',
  '/menu/:scanId',
  '/scan/:scanId',
  '/brewery/:id',
] as const

/** Loads what follows a photo. */
export async function preloadAfterCapture(): Promise<void> {
  await Promise.all(AFTER_CAPTURE.map((path) => SCREENS[path].preload()))
}

/** Loads the screens that are opened most, one after the other. */
export async function preloadNext(): Promise<void> {
  for (const path of [...NEXT, ...AFTER_CAPTURE]) await SCREENS[path].preload()
}
