/**
 * The service worker: serves the app and what the user has read without a network, and receives photos shared from other
 * apps. It never answers for sign-in, and for the API only with stored responses.
 */
import { LOGIN_PATH, LOGOUT_PATH } from '#contracts'
import { NOTICE_TAPPED } from '#web/device/notices.ts'
import { isFromThisDevice, removeSharedPhotos, SHARE_PATH, storeSharedPhotos } from '#web/device/shared-photos.ts'
import { CLAIM, TAKE_OVER, WARM_UP } from '#web/device/worker-messages.ts'
import { SHARED_PHOTOS_ADDRESS } from '#web/handoff/paths.ts'
import { changesData, changesPictures, createApiCache, isCacheable, warmUpPaths } from './api-cache.ts'
import { receivePush } from './push.ts'
import { createShell, type ShellFiles } from './shell.ts'
import { createIdleTracker } from './when-idle.ts'

/** Filled in by the build. */
declare const __SHELL__: ShellFiles

// TypeScript knows one global scope per project, and here it is the page's.
const worker = globalThis as unknown as ServiceWorkerGlobalScope

/** Answered by the server alone. */
const SERVER_PATHS = /^\/(api|idp|healthz|readyz|metrics)(\/|$)/
/** Sent by a new worker to the active one. The active worker may be of an older version, so the string never changes. */
const FINISH = 'let go'

const idleTracker = createIdleTracker()
let isTakingOver = false
const shell = createShell(caches, __SHELL__)
const apiCache = createApiCache({
  caches,
  fetch: (request) => fetch(request),
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
})

worker.addEventListener('install', (event) => event.waitUntil(shell.install()))

worker.addEventListener('activate', (event) => event.waitUntil(activate()))

worker.addEventListener('message', (event) => {
  // Only the page that asked for the new version sends this; no other page is interrupted.
  if (event.data === TAKE_OVER) event.waitUntil(replaceActiveWorker())
  if (event.data === FINISH) event.waitUntil(idleTracker.whenIdle())
  if (event.data === CLAIM) event.waitUntil(worker.clients.claim())
  if (event.data === WARM_UP) event.waitUntil(warmUp(event))
})

worker.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const { path } = event.notification.data
  event.waitUntil(openApp(path))
})

worker.addEventListener('push', (event) => {
  const pages = () => worker.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const ports = { registration: worker.registration, pages, userAgent: worker.navigator.userAgent }
  event.waitUntil(receivePush(event.data?.text() ?? '', ports))
})

/** Opens the app at this path. A page that is already open navigates there itself, without loading again. */
async function openApp(path: string): Promise<void> {
  const [page] = await worker.clients.matchAll({ type: 'window' })
  if (!page) return void (await worker.clients.openWindow(path))
  page.postMessage({ type: NOTICE_TAPPED, path })
  await page.focus()
}

/** Replaces the previous version's worker as soon as that one is idle. Asking again would only keep it from becoming so. */
async function replaceActiveWorker(): Promise<void> {
  if (isTakingOver) return
  isTakingOver = true
  // Sent first, so that the active worker is waiting by the time the browser wants to stop it.
  worker.registration.active?.postMessage(FINISH)
  await worker.skipWaiting()
}

async function activate(): Promise<void> {
  await shell.deleteOthers()
  await worker.clients.claim()
}

/** Stores what the first page read before it had a service worker. */
async function warmUp(event: ExtendableEvent): Promise<void> {
  for (const path of warmUpPaths) {
    const response = await apiCache
      .respond(new Request(path, { credentials: 'include' }), (work) => event.waitUntil(work))
      .catch(() => undefined)
    if (!response?.ok) return
  }
}

worker.addEventListener('fetch', (event) => {
  idleTracker.requested()
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (origin !== worker.location.origin) return
  if (request.method === 'POST' && pathname === SHARE_PATH) return event.respondWith(receiveSharedPhotos(request))
  if (changesData(request)) event.waitUntil(apiCache.noteChange())
  if (changesPictures(request)) event.waitUntil(apiCache.forgetPictures())
  if (request.method !== 'GET') return
  if (pathname === LOGOUT_PATH) event.waitUntil(forgetUser())
  if (pathname === LOGIN_PATH || pathname === LOGOUT_PATH) return event.waitUntil(apiCache.clear())
  if (isCacheable(request)) return event.respondWith(apiCache.respond(request, (work) => event.waitUntil(work)))
  if (SERVER_PATHS.test(pathname)) return
  if (shell.has(pathname)) return event.respondWith(shell.file(request))
  if (request.mode === 'navigate') event.respondWith(shell.page(request))
})

/** The server ends the subscription with the session. */
async function forgetUser(): Promise<void> {
  await removeSharedPhotos()
  const subscription = await worker.registration.pushManager?.getSubscription()
  await subscription?.unsubscribe()
}

/** Stores photos from another app's share sheet for the page, which moves them into the outbox. */
async function receiveSharedPhotos(request: Request): Promise<Response> {
  if (!isFromThisDevice(request)) return Response.redirect('/', 303)
  await storeSharedPhotos(await request.formData())
  return Response.redirect(SHARED_PHOTOS_ADDRESS, 303)
}
