/**
 * Delays a service worker's replacement until it is idle. The browser stops the old worker once it has nothing to do. In
 * Chromium a request that arrives while it stops starts it again, and it then runs until it has been idle for 30 s: a user
 * who reloads for the new version gets the old one for that long. Asked a second time, Chromium does nothing
 * (`ServiceWorkerVersion::SkipWaiting`), and a message to the old worker begins its 30 s anew.
 */
export const IDLE_MS = 500
/** Pages that never stop sending requests delay a new version no longer than this. */
export const IDLE_TIMEOUT_MS = 10_000

export function createIdleTracker() {
  /** Milliseconds since 1970. */
  let lastRequestAt = 0

  return {
    /** Call it for every request. */
    requested(): void {
      lastRequestAt = Date.now()
    },

    /** Resolves once no request has arrived for `IDLE_MS`, at the latest after `IDLE_TIMEOUT_MS`. */
    async whenIdle(): Promise<void> {
      const begun = Date.now()
      for (;;) {
        const now = Date.now()
        const until = Math.min(Math.max(begun, lastRequestAt) + IDLE_MS, begun + IDLE_TIMEOUT_MS)
        if (now >= until) return
        await new Promise((resolve) => setTimeout(resolve, until - now))
      }
    },
  }
}
