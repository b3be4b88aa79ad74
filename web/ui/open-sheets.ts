/**
 * The open sheets. While one is open, keyboard and screen reader reach only what is inside it, so a toast with a button has to
 * be shown there.
 */
import { useSyncExternalStore } from 'react'

let sheets: readonly HTMLElement[] = []
const listeners = new Set<() => void>()

function change(next: readonly HTMLElement[]): void {
  sheets = next
  for (const listener of listeners) listener()
}

/** The ref of a sheet's panel. */
export function openSheet(panel: HTMLElement | null): (() => void) | undefined {
  if (!panel) return undefined
  change([...sheets, panel])
  return () => change(sheets.filter((other) => other !== panel))
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The panel of the sheet that was opened last; undefined if none is open. */
export function useTopSheet(): HTMLElement | undefined {
  return useSyncExternalStore(subscribe, () => sheets.at(-1))
}
