/**
 * The platform's request to close what is on top: Back on Android, which would otherwise leave the screen below. Escape is
 * handled by the dialog itself. Browsers without close watchers go back: the session history then asks by `leaveentry` whether
 * to keep the screen, and says by `entrykept` when it is back.
 */
import { useEffect, useEffectEvent } from 'react'

/** Part of HTML (Close requests and close watchers); TypeScript does not know it yet. */
interface CloseWatcher {
  onclose: (() => void) | null
  destroy(): void
}

/** Closes what is open, what was opened last at the end. */
const closers: (() => void)[] = []
window.addEventListener('leaveentry', (event) => closers.length > 0 && event.preventDefault())
window.addEventListener('entrykept', () => closers.at(-1)?.())

export function useCloseRequest(isOpen: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (!isOpen) return
    const closer = () => close()
    closers.push(closer)
    return () => void closers.splice(closers.indexOf(closer), 1)
  }, [isOpen])
  useEffect(() => {
    const { CloseWatcher } = globalThis as { CloseWatcher?: new () => CloseWatcher }
    if (!isOpen || !CloseWatcher) return
    const watcher = new CloseWatcher()
    watcher.onclose = () => close()
    return () => watcher.destroy()
  }, [isOpen])
}
