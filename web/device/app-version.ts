/**
 * Which version of the app this page is. Where browsers allow it the service worker keeps that version on the device and
 * says when another one waits; elsewhere a look at the server's page tells. Another version comes by a reload, with all
 * its files at once.
 */
import { useSyncExternalStore } from 'react'

const LOOK_INTERVAL_MS = 60 * 60_000
const JUST_RELOADED_MS = 30_000
/** However many reasons there are to look. */
const LOOK_PAUSE_MS = 30_000

let registration: ServiceWorkerRegistration | undefined
/** Milliseconds since 1970. */
let lookedAt = 0
/** Brings the other version; undefined while none is known. */
let take: (() => void) | undefined
const listeners = new Set<() => void>()
const lastWords = new Set<() => void>()

/** Calls back before this page reloads into another version: the last chance to keep what lives in memory. */
export function beforeNewVersion(listener: () => void): () => void {
  lastWords.add(listener)
  return () => lastWords.delete(listener)
}

function reload(): void {
  for (const say of lastWords) say()
  location.reload()
}

function found(how: () => void): void {
  take = how
  for (const listener of listeners) listener()
}

/** Registers the service worker where browsers allow one, on https and localhost, and looks for other versions from now on. */
export async function keepAppOnDevice(): Promise<void> {
  lookFromTimeToTime()
  if (!window.isSecureContext || !('serviceWorker' in navigator)) return
  const { serviceWorker } = navigator
  let isControlled = serviceWorker.controller !== null
  serviceWorker.addEventListener('controllerchange', () => {
    // Another worker than the one before means another version, and this page belongs to the old one.
    if (isControlled) return reload()
    isControlled = true
    serviceWorker.controller?.postMessage('read again')
    // The first one may have come with a newer version than this page.
    lookForNewPage().catch(() => undefined)
  })
  registration = await serviceWorker.register('/sw.js', { updateViaCache: 'none' })
  const { waiting, installing } = registration
  if (waiting && isControlled) {
    found(() => takeOver(waiting))
    // Who reloads by hand asks for what is newest.
    if (wasReloaded()) takeNewVersion()
  }
  if (installing) follow(installing)
  registration.addEventListener('updatefound', () => {
    if (registration?.installing) follow(registration.installing)
  })
}

function follow(next: ServiceWorker): void {
  next.addEventListener('statechange', () => {
    if (next.state === 'installed' && navigator.serviceWorker.controller) found(() => takeOver(next))
  })
}

/** Every open page of the app reloads into it. */
function takeOver(next: ServiceWorker): void {
  next.postMessage('take over')
}

function wasReloaded(): boolean {
  const [visit] = performance.getEntriesByType('navigation')
  return visit !== undefined && 'type' in visit && visit.type === 'reload'
}

function lookFromTimeToTime(): void {
  const look = () => {
    // Without a network there is nothing to find.
    if (document.visibilityState === 'visible') lookForNewVersion().catch(() => undefined)
  }
  document.addEventListener('visibilitychange', look)
  setInterval(look, LOOK_INTERVAL_MS)
}

/** Asks the server whether there is another version; `useNewVersion` says so once there is one. */
export async function lookForNewVersion(): Promise<void> {
  if (take || Date.now() - lookedAt < LOOK_PAUSE_MS) return
  lookedAt = Date.now()
  if (registration) await registration.update()
  else await lookForNewPage()
}

async function lookForNewPage(): Promise<void> {
  if (await isReplaced()) found(reload)
}

/** Lets the other version take over. */
export function takeNewVersion(): void {
  take?.()
}

/**
 * For a page that misses a part of itself: reloads when that brings another version, and says false when the page stays
 * as it is: there is no network, no other version, or a reload brought it just now. So no reload leads to the next one,
 * not even while several servers answer as different versions.
 */
export async function replaceByNewVersion(): Promise<boolean> {
  if (wasReloaded() && performance.now() < JUST_RELOADED_MS) return false
  if (!(await isReplaced())) return false
  reload()
  return true
}

/** Whether a reload brings other scripts than this page runs, asked of who would answer it: service worker or server. */
async function isReplaced(): Promise<boolean> {
  const answer = await fetch('/index.html', { cache: 'no-store' })
  if (!answer.ok) return false
  const next = scriptOf(new DOMParser().parseFromString(await answer.text(), 'text/html'))
  // A page without our script is somebody else's: a network that wants a sign-in of its own answers like that.
  return next !== undefined && next !== scriptOf(document)
}

const scriptOf = (page: Document) =>
  page.querySelector('script[type="module"][src^="/assets/"]')?.getAttribute('src') ?? undefined

export function useNewVersion(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => take !== undefined,
  )
}
