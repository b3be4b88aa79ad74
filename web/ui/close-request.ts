/**
 * The platform's request to close what is on top: Back on Android, which would otherwise leave the screen below. Escape is
 * handled by the dialog itself. Browsers without close watchers go back.
 */
import { useEffect, useEffectEvent } from 'react'

/** Part of HTML (Close requests and close watchers); TypeScript does not know it yet. */
interface CloseWatcher {
  onclose: (() => void) | null
  destroy(): void
}

export function useCloseRequest(isOpen: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose)
  useEffect(() => {
    const { CloseWatcher } = globalThis as { CloseWatcher?: new () => CloseWatcher }
    if (!isOpen || !CloseWatcher) return
    const watcher = new CloseWatcher()
    watcher.onclose = () => close()
    return () => watcher.destroy()
  }, [isOpen])
}
