/**
 * A part of the app that cannot be loaded. Without a service worker, or before the first one took over, that is most often
 * a deployment which took this version's files away under an open page: then the page is replaced by the new version, once,
 * at the same address. In every other case it stays, and the crash guard says what it can.
 */
import { useSyncExternalStore } from 'react'
import { lookForNewVersion, replaceByNewVersion } from '#web/device/app-version.ts'

/** While it is found out whether a new version helps, and from then on until that one is here. */
let isReplacing = false
const listeners = new Set<() => void>()

function say(next: boolean): void {
  isReplacing = next
  for (const listener of listeners) listener()
}

async function replace(): Promise<void> {
  if (isReplacing) return
  say(true)
  try {
    if (await replaceByNewVersion()) return
    // A service worker that lost a part of its version has the next one brought, and says so.
    await lookForNewVersion()
  } catch {
    // No network: nothing to replace it with.
  }
  say(false)
}

/** Replaces the page when a part of it is gone. Returns the way to stop. */
export function replaceWhenPartIsMissing(): () => void {
  const onMissing = () => void replace()
  window.addEventListener('vite:preloadError', onMissing)
  return () => window.removeEventListener('vite:preloadError', onMissing)
}

/** True while the page is about to be replaced, or may be. */
export function useReplacement(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => isReplacing,
  )
}
