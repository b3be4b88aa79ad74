/** Maps addresses to screens. */
import { Suspense, useEffect } from 'react'
import { Redirect, Route, Switch, useLocation } from 'wouter'
import { onNoticeTapped } from '#web/device/notices.ts'
import { useIsWide } from '#web/device/page.ts'
import '#web/device/session-history.ts'
import { ScanScreen } from '#web/features/scan/scan-screen.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { ScreenSkeleton } from './screen-skeleton.tsx'
import { NOT_FOUND, SCREENS } from './screens.ts'
import { SplitView, useListBeside, usesSplitView } from './split-view.tsx'
import { TabBar } from './tab-bar.tsx'
import { usePreloads } from './use-preloads.ts'

export function Screens() {
  const [address, navigate] = useLocation()
  useEffect(() => onNoticeTapped(navigate), [navigate])
  const isWide = useIsWide()
  const isSplit = isWide && usesSplitView(address)
  const lists = useListBeside(address)
  usePreloads()
  return (
    // The same element at every width, so that a screen keeps its state.
    <div className={isWide ? 'beside-tabs' : undefined}>
      <ErrorBoundary address={address}>
        <SplitView address={address} isSplit={isSplit} lists={lists}>
          <CurrentScreen />
        </SplitView>
      </ErrorBoundary>
      <TabBar listPane={isSplit ? lists.list.address : undefined} isRail={isWide} />
    </div>
  )
}

function CurrentScreen() {
  return (
    <Suspense fallback={<ScreenSkeleton />}>
      <Switch>
        <Route path="/" component={ScanScreen} />
        <Route path="/camera">
          <Redirect to="/" replace />
        </Route>
        {Object.entries(SCREENS).map(([path, { Screen }]) => (
          <Route key={path} path={path} component={Screen} />
        ))}
        <Route component={NOT_FOUND.Screen} />
      </Switch>
    </Suspense>
  )
}
