/** What follows an account's deletion: this device erases what it stored, and the landing page confirms the deletion. */
import { useEffect, useState } from 'react'
import { LOGOUT_PATH } from '#contracts'
import { APP_SHELL_PREFIX } from './cache-names.ts'

/** Browsers carry the fragment over the server's redirect. */
const ACCOUNT_DELETED = '#account-deleted'
const SETTINGS_PREFIX = 'beergoggles.'
/** Ends the names of what is stored for each user. */
const USER_ID = /-(\d+)$/

/**
 * Erases settings, stored API responses and shared photos. What is stored for other users stays, such as their unsent changes, and
 * so do the app's own files; waiting photos belong to the outbox.
 */
export async function eraseUserData(userId: number): Promise<void> {
  try {
    for (const store of [localStorage, sessionStorage]) {
      for (const key of Object.keys(store)) {
        const owner = USER_ID.exec(key)?.[1]
        const isOfOther = owner !== undefined && Number(owner) !== userId
        if (key.startsWith(SETTINGS_PREFIX) && !isOfOther) store.removeItem(key)
      }
    }
  } catch {
    // A browser that forbids these stores has nothing in them.
  }
  if (typeof caches === 'undefined') return
  for (const name of await caches.keys()) if (!name.startsWith(APP_SHELL_PREFIX)) await caches.delete(name)
}

/** Signs out at the server, so that the next sign-in asks for credentials. */
export function signOutAfterDeletion(): void {
  location.assign(`${LOGOUT_PATH}${ACCOUNT_DELETED}`)
}

/** True on the page that loads after the deletion; removes the marker from its address. */
export function useAccountDeleted(): boolean {
  const [isDeleted] = useState(() => location.hash === ACCOUNT_DELETED)
  useEffect(() => {
    if (isDeleted) history.replaceState(history.state, '', `${location.pathname}${location.search}`)
  }, [isDeleted])
  return isDeleted
}
