/**
 * Shows the app to signed-in users and another page to everyone else. When another user signs in without a page load,
 * the previous user's cached data is cleared.
 */
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { z } from 'zod/mini'
import { getUser } from '#contracts'
import { onSignedOut } from '#web/api/call.ts'
import { userMessage } from '#web/api/call-error.ts'
import { useUser } from '#web/api/queries.ts'
import { persisted } from '#web/device/storage.ts'
import { FailurePanel } from '#web/ui/message.tsx'
import { LoadingScreen } from './loading-screen.tsx'
import { t } from './texts.ts'
import { useOtherTabs } from './use-other-tabs.ts'

/** Whether somebody has signed in on this device, who will probably come back. */
export const hasSignedIn = persisted('signed-in', z.boolean(), false)

interface SignInGateProps {
  /** The page for those who are not signed in. */
  visitors: ReactNode
  children: ReactNode
}

export function SignInGate({ visitors, children }: SignInGateProps) {
  const { data: user, error, isPending, refetch } = useUser()
  const queryClient = useQueryClient()
  useOtherTabs(user)
  useEffect(() => onSignedOut(() => void queryClient.invalidateQueries({ queryKey: [getUser.path] })), [queryClient])
  const userId = user?.id
  const lastUserId = useRef<number | undefined>(undefined)
  const [readyFor, setReadyFor] = useState<number>()

  useEffect(() => {
    if (userId === undefined) return
    if (lastUserId.current !== undefined && lastUserId.current !== userId) {
      queryClient.removeQueries({ predicate: (query) => query.queryKey[0] !== getUser.path })
    }
    lastUserId.current = userId
    hasSignedIn.set(true)
    setReadyFor(userId)
  }, [userId, queryClient])

  if (isPending) return <LoadingScreen />
  if (error && !user) {
    return (
      <main className="lamplit grid content-center">
        <h1 className="sr-only">BeerGoggles</h1>
        <div className="column px-5">
          <FailurePanel title={t('userFailed')} message={userMessage(error)} retry={() => void refetch()} />
        </div>
      </main>
    )
  }
  // Unmounts the previous user's screens before the cache is cleared, so that none keeps showing its data.
  if (user && readyFor !== user.id) return <LoadingScreen />
  return <Suspense fallback={<LoadingScreen />}>{user ? children : visitors}</Suspense>
}
