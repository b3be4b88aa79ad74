/**
 * Which version of the app this page runs, and the way to the next one. Where browsers allow a service worker, it stores
 * the whole version on the device and reports a waiting one; elsewhere the server's page is compared with this one. A new
 * version always arrives by a reload, with all its files at once.
 */
import { useSyncExternalStore } from 'react'
import { CLAIM, TAKE_OVER, WARM_UP } from './worker-messages.ts'

const CHECK_INTERVAL_MS = 60 * 60_000
const JUST_RELOADED_MS = 30_000
/** Several causes may ask for a check at once. */
const MIN_CHECK_INTERVAL_MS = 30_000

let registration: ServiceWorkerRegistration | undefined
/** Milliseconds since 1970. */
let checkedAt = 0
/** Switches to the new version; undefined while there is none. */
let applyUpdate: (() => void) | undefined
const listeners = new Set<() => void>()

function offer(apply: () => void): void {
  applyUpdate = apply
  for (const listener of listeners) listener()
}

/** Checks for new versions from now on, and registers the service worker where browsers allow one: https and localhost. */
export async function registerServiceWorker(): Promise<void> {
  checkPeriodically()
  if (!window.isSecureContext || !('serviceWorker' in navigator)) return
  const { serviceWorker } = navigator
  let isControlled = serviceWorker.controller !== null
  serviceWorker.addEventListener('controllerchange', () => {
    // A second worker means another version, and this page belongs to the old one.
    if (isControlled) return location.reload()
    isControlled = true
    serviceWorker.controller?.postMessage(WARM_UP)
    // The first worker may belong to a newer version than this page.
    checkForNewPage().catch(() => undefined)
  })
  registration = await serviceWorker.register('/sw.js', { updateViaCache: 'none' })
  const { waiting, installing } = registration
  if (waiting && isControlled) {
    offer(() => activate(waiting))
    // A user who reloads asks for the newest version.
    if (wasReloaded()) applyNewVersion()
  }
  if (installing) trackInstallation(installing)
  registration.addEventListener('updatefound', () => {
    if (registration?.installing) trackInstallation(registration.installing)
  })
  if (!isControlled) await requestControl()
}

/**
 * A page that is loading while the first worker claims all pages is missed by it, as is one reloaded past the cache. Such a
 * page would not work offline until its next load, so it asks again.
 */
async function requestControl(): Promise<void> {
  const { active, waiting } = await navigator.serviceWorker.ready
  // With a newer version waiting, the active worker is the older one, and this page is from the server.
  if (!navigator.serviceWorker.controller && !waiting) active?.postMessage(CLAIM)
}

function trackInstallation(next: ServiceWorker): void {
  next.addEventListener('statechange', () => {
    if (next.state === 'installed' && navigator.serviceWorker.controller) offer(() => activate(next))
  })
}

function activate(next: ServiceWorker): void {
  next.postMessage(TAKE_OVER)
}

function wasReloaded(): boolean {
  const [visit] = performance.getEntriesByType('navigation')
  return visit !== undefined && 'type' in visit && visit.type === 'reload'
}

function checkPeriodically(): void {
  const check = () => {
    // Fails without a network, and then there is nothing to find.
    if (document.visibilityState === 'visible') checkForNewVersion().catch(() => undefined)
  }
  document.addEventListener('visibilitychange', check)
  setInterval(check, CHECK_INTERVAL_MS)
}

/** Asks the server for another version; `useHasNewVersion` turns true once there is one. */
export async function checkForNewVersion(): Promise<void> {
  if (applyUpdate || Date.now() - checkedAt < MIN_CHECK_INTERVAL_MS) return
  checkedAt = Date.now()
  if (registration) await registration.update()
  else await checkForNewPage()
}

async function checkForNewPage(): Promise<void> {
  if (await isReplaced()) offer(() => location.reload())
}

/** Switches to the new version; does nothing while there is none. */
export function applyNewVersion(): void {
  applyUpdate?.()
}

/**
 * For a page whose chunks are gone: reloads if that brings another version. Returns false if the page stays: without a
 * network, without another version, or right after a reload. The last rule prevents reload loops while several servers
 * run different versions.
 */
export async function reloadIfReplaced(): Promise<boolean> {
  if (wasReloaded() && performance.now() < JUST_RELOADED_MS) return false
  if (!(await isReplaced())) return false
  location.reload()
  return true
}

/** True if a reload would load another script than this page runs, from the service worker or the server. */
async function isReplaced(): Promise<boolean> {
  const response = await fetch('/index.html', { cache: 'no-store' })
  if (!response.ok) return false
  const next = scriptOf(new DOMParser().parseFromString(await response.text(), 'text/html'))
  // A page without the app's script is someone else's: the sign-in page of a captive portal, for example.
  return Boolean(next) && next !== scriptOf(document)
}

const scriptOf = (page: Document) => page.querySelector('script[type="module"][src^="/assets/"]')?.getAttribute('src')

export function useHasNewVersion(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => applyUpdate !== undefined,
  )
}
