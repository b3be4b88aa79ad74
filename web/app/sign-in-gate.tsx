/**
 * Shows the app to signed-in users and the landing page to everyone else. When another user signs in without a page load,
 * the previous user's cached data is cleared.
 */
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { userMessage } from '#web/api/call-error.ts'
import { useUser } from '#web/api/queries.ts'
import { LandingScreen } from '#web/features/landing/landing-screen.tsx'
import { FailurePanel } from '#web/ui/message.tsx'
import { LoadingScreen } from './loading-screen.tsx'
import { t } from './texts.ts'
import { useOtherTabs } from './use-other-tabs.ts'

export function SignInGate({ children }: { children: ReactNode }) {
  const { data: user, error, isPending, refetch } = useUser()
  const queryClient = useQueryClient()
  useOtherTabs(user)
  const userId = user?.id
  const lastUserId = useRef<number | undefined>(undefined)
  const [readyFor, setReadyFor] = useState<number>()

  useEffect(() => {
    if (userId === undefined) return
    if (lastUserId.current !== undefined && lastUserId.current !== userId) {
      queryClient.removeQueries({ predicate: (query) => query.queryKey[0] !== '/api/user' })
    }
    lastUserId.current = userId
    setReadyFor(userId)
  }, [userId, queryClient])

  if (isPending) return <LoadingScreen />
  if (error && !user) {
    return (
      <main className="lamplit column grid content-center px-5">
        <h1 className="sr-only">BeerGoggles</h1>
        <FailurePanel title={t('userFailed')} message={userMessage(error)} retry={() => void refetch()} />
      </main>
    )
  }
  if (!user) return <LandingScreen />
  // Unmounts the previous user's screens before the cache is cleared, so that none keeps showing its data.
  return readyFor === user.id ? children : <LoadingScreen />
}
