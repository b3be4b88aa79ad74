/** Catches errors that a screen throws while rendering, and offers a reload. */
import { Component, type ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import { EmptyState, TippedGlass } from '#web/ui/message.tsx'
import { loadFailedScreensAgain } from './lazy-screen.tsx'
import { LoadingScreen } from './loading-screen.tsx'
import { useIsReloading } from './stale-chunk.ts'
import { t } from './texts.ts'

interface ErrorBoundaryProps {
  /** A new address resets the boundary. */
  address: string
  children: ReactNode
}
interface ErrorBoundaryState {
  crashedAt: string | null
}

export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { crashedAt: null }

  override componentDidCatch(): void {
    // React has already logged the error.
    this.setState({ crashedAt: this.props.address })
    loadFailedScreensAgain()
  }

  static getDerivedStateFromError(): Partial<ErrorBoundaryState> {
    return { crashedAt: '' }
  }

  static getDerivedStateFromProps(
    props: ErrorBoundaryProps,
    state: ErrorBoundaryState,
  ): Partial<ErrorBoundaryState> | null {
    return state.crashedAt && state.crashedAt !== props.address ? { crashedAt: null } : null
  }

  override render(): ReactNode {
    if (this.state.crashedAt === null) return this.props.children
    return <ErrorScreen />
  }
}

function ErrorScreen() {
  if (useIsReloading()) return <LoadingScreen />
  return (
    <main className="lamplit page grid content-center">
      <h1 className="sr-only">BeerGoggles</h1>
      <div role="alert">
        <EmptyState
          drawing={<TippedGlass />}
          title={t('crash.title')}
          action={<Button onClick={() => location.reload()}>{t('reload')}</Button>}
        >
          {t('crash.line')}
        </EmptyState>
      </div>
    </main>
  )
}
