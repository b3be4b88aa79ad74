/** Catches what a screen throws while it renders, and offers the way on. */
import { Component, type ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import { EmptyState, TippedGlass } from '#web/ui/message.tsx'
import { LoadingScreen } from './loading-screen.tsx'
import { useReplacement } from './missing-part.ts'

interface CrashGuardProps {
  /** Another address is another try. */
  address: string
  children: ReactNode
}
interface CrashGuardState {
  crashedAt: string | null
}

export class CrashGuard extends Component<CrashGuardProps, CrashGuardState> {
  override state: CrashGuardState = { crashedAt: null }

  override componentDidCatch(): void {
    // React has logged the error itself.
    this.setState({ crashedAt: this.props.address })
  }

  static getDerivedStateFromError(): Partial<CrashGuardState> {
    return { crashedAt: '' }
  }

  static getDerivedStateFromProps(props: CrashGuardProps, state: CrashGuardState): Partial<CrashGuardState> | null {
    const hasMovedOn = state.crashedAt !== null && state.crashedAt !== '' && state.crashedAt !== props.address
    return hasMovedOn ? { crashedAt: null } : null
  }

  override render(): ReactNode {
    if (this.state.crashedAt === null) return this.props.children
    return <Spilled />
  }
}

function Spilled() {
  if (useReplacement()) return <LoadingScreen />
  return (
    <main className="lamplit column grid content-center">
      <h1 className="sr-only">BeerGoggles</h1>
      <div role="alert">
        <EmptyState
          drawing={<TippedGlass />}
          title="This screen spilled"
          action={<Button onClick={() => location.reload()}>Reload</Button>}
        >
          Something went wrong while it was drawn, or a part of it could not be loaded. Nothing you saved is lost.
        </EmptyState>
      </div>
    </main>
  )
}
