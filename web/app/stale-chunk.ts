/**
 * Handles lazy chunks that fail to load. Without an active service worker that is usually a deployment that removed this
 * version's files under an open page: the page then reloads once into the new version, at the same address. In every other
 * case it stays, and the error boundary shows its screen.
 */
import { useSyncExternalStore } from 'react'
import { checkForNewVersion, reloadIfReplaced } from '#web/device/app-version.ts'
import { failedAhead, isLoadingAhead } from './lazy-screen.tsx'

/** True while the check for a new version runs, and from then on if the page reloads. */
let isReloading = false
const listeners = new Set<() => void>()

function setReloading(next: boolean): void {
  isReloading = next
  for (const listener of listeners) listener()
}

async function recover(): Promise<void> {
  if (isReloading) return
  setReloading(true)
  try {
    if (await reloadIfReplaced()) return
    // A service worker whose cache lost a file needs the next version; the update notice offers it.
    await checkForNewVersion()
  } catch {
    // Without a network there is no version to load.
  }
  setReloading(false)
}

/** Reloads the page when a chunk that it needs is gone. Returns the way to stop. */
export function reloadOnStaleChunk(): () => void {
  function onError({ payload }: VitePreloadErrorEvent): void {
    // Who loads code ahead learns of the failure only after this event.
    if (isLoadingAhead()) setTimeout(() => !failedAhead(payload) && void recover())
    else void recover()
  }
  window.addEventListener('vite:preloadError', onError)
  return () => window.removeEventListener('vite:preloadError', onError)
}

/** True while the page is about to reload, or may be. */
export function useIsReloading(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => isReloading,
  )
}
