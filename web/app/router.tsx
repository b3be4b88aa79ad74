/** Maps addresses to screens. The scan home is part of the main bundle; the others load when they are opened. */
import { type ComponentType, lazy, Suspense, useEffect } from 'react'
import { Redirect, Route, Switch, useLocation } from 'wouter'
import { onNoticeTapped } from '#web/device/notices.ts'
import { useIsWide } from '#web/device/page.ts'
import { ScanScreen } from '#web/features/scan/scan-screen.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { LoadingScreen } from './loading-screen.tsx'
import { SplitView, usesSplitView } from './split-view.tsx'
import { TabBar } from './tab-bar.tsx'

function screen<N extends string>(load: () => Promise<Record<N, ComponentType>>, name: N) {
  return lazy(async () => ({ default: (await load())[name] }))
}

const SCREENS = [
  ['/search', screen(() => import('#web/features/search/search-screen.tsx'), 'SearchScreen')],
  ['/results', screen(() => import('#web/features/beer-page/beer-screen.tsx'), 'BeerScreen')],
  ['/history', screen(() => import('#web/features/history/history-screen.tsx'), 'HistoryScreen')],
  ['/favorites', screen(() => import('#web/features/favorites/favorites-screen.tsx'), 'FavoritesScreen')],
  ['/profile', screen(() => import('#web/features/profile/profile-screen.tsx'), 'ProfileScreen')],
  ['/menu-view', screen(() => import('#web/features/menu/scanned-menu-screen.tsx'), 'ScannedMenuScreen')],
  ['/menu/:scanId', screen(() => import('#web/features/menu/stored-menu-screen.tsx'), 'StoredMenuScreen')],
  ['/processing', screen(() => import('#web/features/processing/processing-screen.tsx'), 'ProcessingScreen')],
  ['/scan/:scanId', screen(() => import('#web/features/scan-status/scan-status-screen.tsx'), 'ScanStatusScreen')],
  ['/refresh', screen(() => import('#web/features/refresh/refresh-screen.tsx'), 'RefreshScreen')],
  ['/brewery/:id', screen(() => import('#web/features/brewery/brewery-screen.tsx'), 'BreweryScreen')],
  [
    '/notification-preferences',
    screen(() => import('#web/features/notification-preferences/preferences-screen.tsx'), 'PreferencesScreen'),
  ],
  ['/export-data', screen(() => import('#web/features/data/data-screen.tsx'), 'DataScreen')],
  ['/about', screen(() => import('#web/features/about/about-screen.tsx'), 'AboutScreen')],
  ['/privacy', screen(() => import('#web/features/about/privacy-screen.tsx'), 'PrivacyScreen')],
  ['/terms', screen(() => import('#web/features/about/terms-screen.tsx'), 'TermsScreen')],
] as const
const NotFound = screen(() => import('#web/features/not-found/not-found-screen.tsx'), 'NotFoundScreen')

/** Scrolls to the top on forward navigation; on the way back the browser restores the position. */
function useScrollToTop(): void {
  useEffect(() => {
    const toTop = () => window.scrollTo({ top: 0 })
    window.addEventListener('pushState', toTop)
    return () => window.removeEventListener('pushState', toTop)
  }, [])
}

export function Screens() {
  const [address, navigate] = useLocation()
  useEffect(() => onNoticeTapped(navigate), [navigate])
  const isSplit = useIsWide() && usesSplitView(address)
  useScrollToTop()
  return (
    <>
      <ErrorBoundary address={address}>
        <SplitView address={address} isSplit={isSplit}>
          <CurrentScreen />
        </SplitView>
      </ErrorBoundary>
      <TabBar isInListPane={isSplit} />
    </>
  )
}

function CurrentScreen() {
  return (
    <Suspense fallback={<LoadingScreen />}>
      <Switch>
        <Route path="/" component={ScanScreen} />
        <Route path="/camera">
          <Redirect to="/" replace />
        </Route>
        {SCREENS.map(([path, Page]) => (
          <Route key={path} path={path} component={Page} />
        ))}
        <Route component={NotFound} />
      </Switch>
    </Suspense>
  )
}
