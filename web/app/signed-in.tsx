/** What signed-in users see, and what belongs to them on this device: the handoff, the outbox and queued changes. */
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { saveLanguage, type User } from '#contracts'
import { call } from '#web/api/call.ts'
import { useUser } from '#web/api/queries.ts'
import { noticePermission } from '#web/device/notices.ts'
import { whenIdle } from '#web/device/page.ts'
import { handoff } from '#web/handoff/handoff.ts'
import { language } from '#web/language/language.ts'
import { outbox } from '#web/outbox/outbox.ts'
import type * as KeepLabels from '#web/scan-result/keep-labels.ts'
import { Screens } from './router.tsx'

export function SignedIn() {
  const { data: user } = useUser()
  const userId = user?.id
  const [openFor, setOpenFor] = useState<number>()
  const queryClient = useQueryClient()
  useQueuedChanges(userId)
  useEnrolment(userId)
  useLanguage(user)

  useEffect(() => {
    if (userId === undefined) return
    const closeHandoff = handoff.openFor(userId)
    const closeOutbox = outbox.open(userId, (capture, result) => void keepLabels(capture, result, queryClient))
    setOpenFor(userId)
    return () => {
      closeHandoff()
      closeOutbox()
    }
  }, [userId, queryClient])

  return openFor === userId && openFor !== undefined ? <Screens /> : null
}

/** Lets the server push to this browser while the user is signed in. */
function useEnrolment(userId: number | undefined): void {
  useEffect(() => {
    if (userId === undefined || noticePermission() !== 'granted') return
    return whenIdle(() => {
      // Without a network or a push service there is nothing to do until the next start.
      import('#web/features/notification-preferences/server-preferences.ts')
        .then(({ enrolBrowser }) => enrolBrowser())
        .catch(() => undefined)
    })
  }, [userId])
}

/** Tells the server in which language to word e-mails and notices. */
function useLanguage(user: User | null | undefined): void {
  const known = user?.language
  useEffect(() => {
    if (known === undefined || known === language()) return
    return whenIdle(() => void call(saveLanguage, { body: { language: language() } }).catch(() => undefined))
  }, [known])
}

/** A picture is an extra: the scan is in the history with or without it. */
const keepLabels: (...photo: Parameters<typeof KeepLabels.keepSureLabels>) => Promise<void> = (...photo) =>
  import('#web/scan-result/keep-labels.ts')
    .then(({ keepSureLabels }) => keepSureLabels(...photo))
    .catch((error: unknown) => console.warn('The picture could not be kept.', error))

/** Sends the favourites and marks that were changed without a network. The first screen does not wait for it. */
function useQueuedChanges(userId: number | undefined): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    if (userId === undefined) return
    const closing = new AbortController()
    const cancel = whenIdle(() => void start(userId))
    return () => {
      cancel()
      closing.abort()
    }

    async function start(user: number): Promise<void> {
      const { sendQueued } = await import('#web/beer/send-queued.ts')
      if (closing.signal.aborted) return
      const stop = sendQueued(user, queryClient)
      closing.signal.addEventListener('abort', stop)
    }
  }, [userId, queryClient])
}
