/** A session history for the test browser, which cannot go back without loading a page. */

interface Entry {
  state: unknown
  url: string
}

/** Once per window: it has to see each navigation before the app does, also in the files that follow. */
const INSTALLED = Symbol.for('beergoggles.session-history')
if (!(INSTALLED in window)) {
  Object.defineProperty(window, INSTALLED, { value: true })
  install()
}

function install(): void {
  const entries: Entry[] = []
  let at = 0

  const replaceState = History.prototype.replaceState.bind(window.history)
  const now = (): Entry => ({ state: window.history.state, url: window.location.href })

  // The router dispatches these events.
  window.addEventListener('pushState', () => {
    at += 1
    entries.splice(at, entries.length, now())
  })
  window.addEventListener('replaceState', () => {
    entries[at] = now()
  })

  window.history.go = (delta = 0) => {
    const entry = entries[at + delta]
    if (!entry) return
    at += delta
    replaceState(entry.state, '', entry.url)
    window.dispatchEvent(new PopStateEvent('popstate', { state: entry.state }))
  }
  window.history.back = () => window.history.go(-1)
}
