/**
 * Keeps this tab in agreement with the others: after their changes it fetches again what it shows. A page that Back brings out of the
 * browser's memory has missed their messages, and the sign-out that it was left by.
 */
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { getUser, type User } from '#contracts'
import { onOtherTabs, tellOtherTabs } from '#web/api/other-tabs.ts'

/** `user` is undefined while it is not known, null when no one is signed in. */
export function useOtherTabs(user: User | null | undefined): void {
  const queryClient = useQueryClient()
  const userId = user === undefined ? undefined : (user?.id ?? null)

  useEffect(() => {
    if (userId !== undefined) tellOtherTabs({ userId })
    return onOtherTabs((message) => {
      if (message.userId === undefined) return refreshLists(queryClient)
      if (message.userId !== userId) refreshUser(queryClient)
    })
  }, [userId, queryClient])

  useEffect(() => {
    const onShow = ({ persisted }: PageTransitionEvent) => persisted && refreshUser(queryClient)
    window.addEventListener('pageshow', onShow)
    return () => window.removeEventListener('pageshow', onShow)
  }, [queryClient])
}

function refreshUser(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({ queryKey: [getUser.path] })
}

/** Everything but what asks other servers. */
function refreshLists(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({ predicate: ({ meta }) => !meta?.asksElsewhere })
}
