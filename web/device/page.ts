/** The browser window: visibility, network, width, downloads. */
import { useSyncExternalStore } from 'react'

function subscribe(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}

/** False in a hidden tab. */
export function usePageVisible(): boolean {
  return useSyncExternalStore(subscribe, () => document.visibilityState === 'visible')
}

/**
 * Calls whenever the page may be about to end: when it is hidden, the last that a phone says before it discards a page, and when it
 * closes. A hidden page may also come back. Returns the way to stop.
 */
export function beforePageEnds(save: () => void): () => void {
  const whenHidden = () => {
    if (document.visibilityState === 'hidden') save()
  }
  document.addEventListener('visibilitychange', whenHidden)
  window.addEventListener('pagehide', save)
  return () => {
    document.removeEventListener('visibilitychange', whenHidden)
    window.removeEventListener('pagehide', save)
  }
}

function subscribeOnline(listener: () => void): () => void {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

/** The device's view: false means certainly offline, true only perhaps online. */
export function useOnline(): boolean {
  return useSyncExternalStore(subscribeOnline, () => navigator.onLine)
}

/** Enough for a list and a detail; a phone on its side is too low for two panes. */
const WIDE = '(min-width: 1024px), (min-width: 768px) and (min-height: 500px) and (orientation: landscape)'

function subscribeWidth(listener: () => void): () => void {
  const query = window.matchMedia(WIDE)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/** True if two screens fit side by side. */
export function useIsWide(): boolean {
  return useSyncExternalStore(subscribeWidth, () => window.matchMedia(WIDE).matches)
}

/** True if the user asked the system for less motion. */
export function reducesMotion(): boolean {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches
}

/** Safari reads the address of a file once the user has agreed to the download. */
const DOWNLOAD_MS = 60_000

/** Downloads content as a file. */
export function download(fileName: string, type: string, content: string | Blob): void {
  const url = URL.createObjectURL(new Blob([content], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  document.body.append(link)
  link.click()
  link.remove()
  setTimeout(() => URL.revokeObjectURL(url), DOWNLOAD_MS)
}

/**
 * Resolves once the browser has painted what is rendered now. Slow work waits for it, so that a tap shows its effect first; React's
 * own deferred renders may still come before the paint. A hidden page paints nothing and waits for nothing.
 */
export function painted(): Promise<void> {
  return new Promise((resolve) => {
    if (document.visibilityState === 'hidden') resolve()
    else requestAnimationFrame(() => setTimeout(resolve))
  })
}

/** The longest wait for an idle moment; a browser without `requestIdleCallback` waits as long. */
const IDLE_TIMEOUT_MS = 3_000

/** Calls once the page has loaded and is idle. Returns the way to cancel. */
export function whenIdle(task: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(task, IDLE_TIMEOUT_MS)
    return () => clearTimeout(timer)
  }
  const handle = window.requestIdleCallback(task, { timeout: IDLE_TIMEOUT_MS })
  return () => window.cancelIdleCallback(handle)
}

/** True if the user asked the browser to load no more than necessary. */
export function savesData(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } }
  return connection?.saveData === true
}
