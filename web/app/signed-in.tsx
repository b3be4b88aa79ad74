/** What signed-in users see, and what belongs to them on this device: the handoff, the outbox, the camera and queued changes. */
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Router } from 'wouter'
import type { User } from '#contracts'
import { useUser } from '#web/api/queries.ts'
import { camera } from '#web/device/camera.ts'
import { noticePermission } from '#web/device/notices.ts'
import { whenIdle } from '#web/device/page.ts'
import { openPreferences } from '#web/device/preferences.ts'
import { navigateNumbered } from '#web/device/session-history.ts'
import { handoff } from '#web/handoff/handoff.ts'
import { language } from '#web/language/language.ts'
import { outbox } from '#web/outbox/outbox.ts'
import type * as KeepLabels from '#web/scan-result/keep-labels.ts'
import { useToast } from '#web/ui/toast.tsx'
import { Screens } from './router.tsx'

export function SignedIn() {
  const { data: user } = useUser()
  const userId = user?.id
  const [openFor, setOpenFor] = useState<number>()
  const queryClient = useQueryClient()
  useQueuedChanges(userId)
  useServerPreferences(user)

  useEffect(() => {
    if (userId === undefined) return
    const closePreferences = openPreferences(userId)
    const closeHandoff = handoff.openFor(userId, () => setOpenFor(userId))
    const closeOutbox = outbox.open(userId, (capture, result) => void keepLabels(capture, result, queryClient))
    return () => {
      closeHandoff()
      closeOutbox()
      closePreferences()
      // Signed out, no screen shows its picture.
      camera.stop()
    }
  }, [userId, queryClient])

  return openFor === userId && openFor !== undefined ? (
    <Router aroundNav={navigateNumbered}>
      <Screens />
    </Router>
  ) : null
}

/** Lets the server push to this browser while the user is signed in, and tells it in which language to word that. */
function useServerPreferences(user: User | null | undefined): void {
  const { id, language: known } = user ?? {}
  useEffect(() => {
    const tells = known !== undefined && known !== language()
    const enrols = noticePermission() === 'granted'
    if (id === undefined || !(tells || enrols)) return
    return whenIdle(() => {
      // Without a network or a push service there is nothing to do until the next start.
      import('#web/features/notification-preferences/server-preferences.ts')
        .then(({ enrolBrowser, tellLanguage }) => Promise.all([tells && tellLanguage(), enrols && enrolBrowser()]))
        .catch(() => undefined)
    })
  }, [id, known])
}

/** A picture is an extra: the scan is in the history with or without it. */
const keepLabels: (...photo: Parameters<typeof KeepLabels.keepSureLabels>) => Promise<void> = (...photo) =>
  import('#web/scan-result/keep-labels.ts')
    .then(({ keepSureLabels }) => keepSureLabels(...photo))
    .catch((error: unknown) => console.warn('The picture could not be kept.', error))

/** Sends what was changed without a network or before an earlier page ended. The first screen does not wait for it. */
function useQueuedChanges(userId: number | undefined): void {
  const queryClient = useQueryClient()
  const toast = useToast()
  useEffect(() => {
    if (userId === undefined) return
    const closing = new AbortController()
    const cancel = whenIdle(() => void start(userId))
    return () => {
      cancel()
      closing.abort()
    }

    async function start(user: number): Promise<void> {
      const [{ sendQueued }, { finishRemovals }] = await Promise.all([
        import('#web/beer/send-queued.ts'),
        import('#web/undo/removals.ts'),
      ])
      if (closing.signal.aborted) return
      finishRemovals(user, queryClient)
      const stop = sendQueued(user, queryClient, toast)
      closing.signal.addEventListener('abort', stop)
    }
  }, [userId, queryClient, toast])
}
