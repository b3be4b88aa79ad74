/** What the page does as a whole: whether it is seen, and files it hands to the user. */
import { useSyncExternalStore } from 'react'

function subscribe(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}

/** False in a hidden tab. */
export function usePageVisible(): boolean {
  return useSyncExternalStore(subscribe, () => document.visibilityState === 'visible')
}

function subscribeOnline(listener: () => void): () => void {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

/** What the device believes: false means surely no network, true means only perhaps one. */
export function useOnline(): boolean {
  return useSyncExternalStore(subscribeOnline, () => navigator.onLine)
}

const WIDE = '(min-width: 1024px)'

function subscribeWidth(listener: () => void): () => void {
  const query = window.matchMedia(WIDE)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/** True where two screens find room beside each other. */
export function useIsWide(): boolean {
  return useSyncExternalStore(subscribeWidth, () => window.matchMedia(WIDE).matches)
}

/** Hands a file to the user. */
export function download(fileName: string, type: string, content: string | Blob): void {
  const url = URL.createObjectURL(new Blob([content], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  document.body.append(link)
  link.click()
  link.remove()
  // The browser has read the address by then.
  setTimeout(() => URL.revokeObjectURL(url), 1_000)
}
