/**
 * Lets signed-in users through and shows everyone else the landing page. When the user changes within one page life,
 * everything that was cached for the one before is cleared.
 */
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { saidBy } from '#web/api/call-error.ts'
import { useUser } from '#web/api/queries.ts'
import { beforeNewVersion } from '#web/device/app-version.ts'
import { LandingScreen } from '#web/features/landing/landing-screen.tsx'
import { handoff } from '#web/handoff/handoff.ts'
import { outbox } from '#web/outbox/outbox.ts'
import { FailurePanel } from '#web/ui/message.tsx'
import { LoadingScreen } from './loading-screen.tsx'

export function SignInGate({ children }: { children: ReactNode }) {
  const { data: user, error, isPending, refetch } = useUser()
  const queryClient = useQueryClient()
  const userId = user?.id
  const lastUserId = useRef<number | undefined>(undefined)
  const [openFor, setOpenFor] = useState<number>()

  useEffect(() => {
    if (userId === undefined) return
    if (lastUserId.current !== undefined && lastUserId.current !== userId) {
      handoff.clear()
      queryClient.removeQueries({ predicate: (query) => query.queryKey[0] !== '/api/user' })
    }
    lastUserId.current = userId
    handoff.restoreFor(userId)
    setOpenFor(userId)
    const stopKeeping = beforeNewVersion(() => handoff.keepFor(userId))
    const close = outbox.open(userId)
    return () => {
      stopKeeping()
      close()
    }
  }, [userId, queryClient])

  if (isPending) return <LoadingScreen />
  if (error && !user) {
    return (
      <main className="lamplit column grid content-center px-5">
        <h1 className="sr-only">BeerGoggles</h1>
        <FailurePanel title="Failed to fetch user" said={saidBy(error)} retry={() => void refetch()} />
      </main>
    )
  }
  if (!user) return <LandingScreen />
  // Screens of the user before are gone before the cache is cleared: none keeps showing what it holds.
  return openFor === user.id ? children : <LoadingScreen />
}
