/**
 * The service worker: the app without a network, what was read without a network, and photos shared from other apps.
 * It never answers for sign-in, and for the API only with copies of what was read.
 */
import { LOGIN_PATH, LOGOUT_PATH } from '#contracts'
import { NOTICE_TAPPED } from '#web/device/notices.ts'
import { keepSharedPhotos, SHARE_PATH, SHARED_ADDRESS } from '#web/device/shared-photos.ts'
import { createCopies, isKept, warmUpPaths } from './copies.ts'
import { createQuiet } from './quiet.ts'
import { createShell, type ShellFiles } from './shell.ts'

/** Filled in by the build. */
declare const __SHELL__: ShellFiles

// TypeScript knows one global scope per project, and here it is the page's.
const worker = globalThis as unknown as ServiceWorkerGlobalScope

/** Answered by the server alone. */
const SERVER_PATHS = /^\/(api|idp|healthz|readyz|metrics)(\/|$)/

const quiet = createQuiet()
const shell = createShell(caches, __SHELL__)
const copies = createCopies({
  caches,
  fetch: (request) => fetch(request),
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
})

worker.addEventListener('install', (event) => event.waitUntil(shell.install()))

worker.addEventListener('activate', (event) => event.waitUntil(takeOver()))

worker.addEventListener('message', (event) => {
  // The page that waits for this version asks for it; nobody else is interrupted.
  if (event.data === 'take over') event.waitUntil(succeed())
  if (event.data === 'let go') event.waitUntil(quiet.come())
  if (event.data === 'read again') event.waitUntil(readAgain(event))
})

worker.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const { path } = event.notification.data
  event.waitUntil(bringUp(path))
})

/** Brings the app up at this path: an open page of it goes there by itself, without loading anew. */
async function bringUp(path: string): Promise<void> {
  const [page] = await worker.clients.matchAll({ type: 'window' })
  if (!page) return void (await worker.clients.openWindow(path))
  page.postMessage({ type: NOTICE_TAPPED, path })
  await page.focus()
}

/** Takes the place of the version before, as soon as that one has nothing to do. */
async function succeed(): Promise<void> {
  // Sent first, so that the worker is at work when the browser wants to stop it.
  worker.registration.active?.postMessage('let go')
  await worker.skipWaiting()
}

async function takeOver(): Promise<void> {
  await shell.deleteOthers()
  await worker.clients.claim()
}

/** What the first page read before it had a service worker, so that it is there without a network. */
async function readAgain(event: ExtendableEvent): Promise<void> {
  for (const path of warmUpPaths) {
    const answered = await copies
      .answer(new Request(path, { credentials: 'include' }), (work) => event.waitUntil(work))
      .catch(() => undefined)
    if (!answered?.ok) return
  }
}

worker.addEventListener('fetch', (event) => {
  quiet.asked()
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (origin !== worker.location.origin) return
  if (request.method === 'POST' && pathname === SHARE_PATH) return event.respondWith(receive(request))
  if (request.method !== 'GET') return
  if (pathname === LOGIN_PATH || pathname === LOGOUT_PATH) return event.waitUntil(copies.forget())
  if (isKept(request)) return event.respondWith(copies.answer(request, (work) => event.waitUntil(work)))
  if (SERVER_PATHS.test(pathname)) return
  if (shell.has(pathname)) return event.respondWith(shell.file(request))
  if (request.mode === 'navigate') event.respondWith(shell.page(request))
})

/** Photos from another app's share sheet: kept for the page, which puts them into the outbox. */
async function receive(request: Request): Promise<Response> {
  await keepSharedPhotos(await request.formData())
  return Response.redirect(SHARED_ADDRESS, 303)
}
