/**
 * The platform's request to close what is on top: Back, which would otherwise leave the screen below. On Android it comes from a close
 * watcher; other browsers go back, and are sent forward again. Escape is handled by the dialog itself.
 */
import { useEffect, useEffectEvent } from 'react'

/** Part of HTML (Close requests and close watchers); TypeScript does not know it yet. */
interface CloseWatcher {
  onclose: (() => void) | null
  destroy(): void
}

interface Open {
  close: () => void
  /** The history entry at which it was opened. */
  entry: number | undefined
}

/** What was opened last is at the end. */
const opened: Open[] = []
let isReturning = false

/** Entries are numbered by `device/session-history.ts`; undefined for one of another document. */
const currentEntry = (): number | undefined => history.state?.entry

// Sent by `device/session-history.ts`; prevented, neither the router nor the session history hears of the way back and forth.
window.addEventListener('traverse', (event) => {
  const top = opened.at(-1)
  const entry = currentEntry()
  if (top?.entry === undefined || entry === undefined) return
  if (entry !== top.entry) {
    isReturning = true
    history.go(top.entry - entry)
  } else if (isReturning) {
    isReturning = false
    top.close()
  } else return
  event.preventDefault()
})

export function useCloseRequest(isOpen: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (!isOpen) return
    const own = { close: () => close(), entry: currentEntry() }
    opened.push(own)
    isReturning = false
    const { CloseWatcher } = globalThis as { CloseWatcher?: new () => CloseWatcher }
    const watcher = CloseWatcher && new CloseWatcher()
    if (watcher) watcher.onclose = own.close
    return () => {
      opened.splice(opened.indexOf(own), 1)
      watcher?.destroy()
    }
  }, [isOpen])
}
