/**
 * Lets a service worker go only when nothing is asked of it. The browser stops the old worker for the next version once it
 * has nothing to do. In Chromium a request that comes while it is being stopped starts it again, and then it stays until
 * it was idle for half a minute: whoever reloads for the new version has the old one for that long.
 */
export const QUIET_MS = 500
/** Pages that never stop asking hold no version back for longer. */
export const QUIET_AT_LATEST_MS = 10_000

export function createQuiet() {
  /** Milliseconds since 1970. */
  let askedAt = 0

  return {
    /** To be told of every request. */
    asked(): void {
      askedAt = Date.now()
    },

    /** Ends when nothing was asked for a moment from now on. */
    async come(): Promise<void> {
      const begun = Date.now()
      for (;;) {
        const now = Date.now()
        const until = Math.min(Math.max(begun, askedAt) + QUIET_MS, begun + QUIET_AT_LATEST_MS)
        if (now >= until) return
        await new Promise((resolve) => setTimeout(resolve, until - now))
      }
    },
  }
}
