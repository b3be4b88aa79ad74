/** Screens whose code loads when they open, or earlier: one that has been loaded renders at once, without a fallback. */
import { type ComponentType, lazy, useState } from 'react'

let loadingAhead = 0
const failuresAhead = new WeakSet<object>()
/** React never loads code again that failed once. Each entry makes a screen load it the next time it opens. */
const failed = new Set<() => void>()

/** Once the failure is shown: before that, React would load the code again and again. */
export function loadFailedScreensAgain(): void {
  for (const loadAgain of failed) loadAgain()
  failed.clear()
}

export function isLoadingAhead(): boolean {
  return loadingAhead > 0
}

/** True if code could not be loaded ahead: nothing waits for it yet. */
export function failedAhead(error: unknown): boolean {
  return error instanceof Error && failuresAhead.has(error)
}

export interface LazyScreen {
  Screen: ComponentType
  /** Loads the code ahead. A failure is left to the screen itself, which loads it again. */
  preload: () => Promise<void>
}

export function lazyScreen<N extends string>(load: () => Promise<Record<N, ComponentType>>, name: N): LazyScreen {
  let loaded: ComponentType | undefined
  async function loadScreen(): Promise<{ default: ComponentType }> {
    loaded ??= (await load())[name]
    return { default: loaded }
  }
  const later = () =>
    lazy(() =>
      loadScreen().catch((error) => {
        failed.add(() => {
          Later = later()
        })
        throw error
      }),
    )
  let Later = later()

  function Screen() {
    // Chosen once: another component would lose the state of the screen.
    const [Shown] = useState(() => loaded ?? Later)
    return <Shown />
  }

  async function preload(): Promise<void> {
    loadingAhead += 1
    await loadScreen().catch((error: Error) => failuresAhead.add(error))
    loadingAhead -= 1
  }

  return { Screen, preload }
}
