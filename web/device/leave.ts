/** The way out for good: what this device holds of a user is forgotten, and the landing page says that it is done. */
import { useEffect, useState } from 'react'
import { LOGOUT_PATH } from '#contracts'
import { isShell } from '#web/service-worker/shell.ts'

/** Goes along through the server's redirect, which browsers keep it over. */
const LEFT = '#account-deleted'
const SETTINGS_PREFIX = 'beergoggles.'

/** Settings, copies of what was read and photos shared by other apps. The app itself stays; photos that wait are the outbox's. */
export async function forgetOnDevice(): Promise<void> {
  try {
    for (const store of [localStorage, sessionStorage]) {
      for (const key of Object.keys(store)) if (key.startsWith(SETTINGS_PREFIX)) store.removeItem(key)
    }
  } catch {
    // A browser that forbids these stores has kept nothing there.
  }
  if (typeof caches === 'undefined') return
  for (const name of await caches.keys()) if (!isShell(name)) await caches.delete(name)
}

/** By the server's sign-out, so that the next sign-in asks who is there. */
export function leaveForGood(): void {
  location.assign(`${LOGOUT_PATH}${LEFT}`)
}

/** True on the page that follows; its address says so no more. */
export function useHasLeft(): boolean {
  const [hasLeft] = useState(() => location.hash === LEFT)
  useEffect(() => {
    if (hasLeft) history.replaceState(history.state, '', `${location.pathname}${location.search}`)
  }, [hasLeft])
  return hasLeft
}
