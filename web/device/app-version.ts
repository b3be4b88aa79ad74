/** Keeps the app on this device: registers its service worker and says when another version waits to take over. */
import { useSyncExternalStore } from 'react'

let waiting: ServiceWorker | undefined
const listeners = new Set<() => void>()

function waitsNow(next: ServiceWorker): void {
  waiting = next
  for (const listener of listeners) listener()
}

/** Registers the service worker where browsers allow one: on https and localhost. */
export async function keepAppOnDevice(): Promise<void> {
  if (!window.isSecureContext || !('serviceWorker' in navigator)) return
  const { serviceWorker } = navigator
  let isControlled = serviceWorker.controller !== null
  serviceWorker.addEventListener('controllerchange', () => {
    // The first one takes over what is open; another one means another version, and this page belongs to the old one.
    if (isControlled) location.reload()
    else serviceWorker.controller?.postMessage('read again')
    isControlled = true
  })
  const registration = await serviceWorker.register('/sw.js', { updateViaCache: 'none' })
  if (registration.waiting && isControlled) waitsNow(registration.waiting)
  registration.addEventListener('updatefound', () => {
    const next = registration.installing
    next?.addEventListener('statechange', () => {
      if (next.state === 'installed' && serviceWorker.controller) waitsNow(next)
    })
  })
  document.addEventListener('visibilitychange', () => {
    // Without a network there is nothing to find.
    if (document.visibilityState === 'visible') registration.update().catch(() => undefined)
  })
}

/** Lets the waiting version take over; every open page of the app reloads into it. */
export function takeNewVersion(): void {
  waiting?.postMessage('take over')
}

export function useNewVersion(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => waiting !== undefined,
  )
}
