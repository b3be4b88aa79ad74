/**
 * The entries of the browser's session history: the address of each and how far it was scrolled, so that Back, Forward and a
 * reload return to the same place, and a screen can go back to an earlier entry. The browser's own restoration is switched
 * off: it gives up before a list has loaded. Until the page is back at its place, `data-returns-to` of the root element has
 * the place, in CSS pixels from the top, for lists that would otherwise grow towards it step by step; a list that is going to
 * grow has an element with `data-more-rows` at its end.
 */
import type { AroundNavHandler } from 'wouter'
import { z } from 'zod/mini'
import { beforePageEnds } from './page.ts'

interface Entry {
  address: string
  top: number
}

const STORAGE_KEY = 'beergoggles.entries'
/** The number of an entry is part of its state; the entry that opened the app is 0. */
const State = z.object({ entry: z.int() })
const Stored = z.array(z.nullable(z.object({ address: z.string(), top: z.number() })))
/** A page that has got no longer for so long, and has no rows to come, is left where it is. */
const RESTORE_MS = 5_000
const USER_SCROLLS = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

const entries: (Entry | null)[] = readStored()
let current = numberOf(history.state) ?? 0
let stopRestoring: (() => void) | undefined
let isForgotten = false

function numberOf(state: unknown): number | undefined {
  return State.safeParse(state).data?.entry
}

const address = () => `${location.pathname}${location.search}`
// A typed address or a bookmark loads a page with no number in its state: it is not the entry that opened the app.
if (entries[current]?.address !== address()) entries[current] = null
/** In a split view, the pane of the address scrolls instead of the page. */
const scroller = () => document.querySelector('[data-scrolls="page"]')
const position = () => scroller()?.scrollTop ?? window.scrollY
/** A slow phone takes seconds to draw the next hundred rows of a list. */
const hasMoreRows = () => (scroller() ?? document).querySelector('[data-more-rows]') !== null

/** Stores where the current entry is. */
function record(): void {
  entries[current] = { address: address(), top: position() }
}

function restore(top: number): void {
  stopRestoring?.()
  if (top === 0) {
    window.scrollTo({ top })
    return
  }
  let until = Date.now() + RESTORE_MS
  let nearest = 0
  let frame = requestAnimationFrame(attempt)
  document.documentElement.dataset.returnsTo = String(top)
  const stop = () => {
    cancelAnimationFrame(frame)
    delete document.documentElement.dataset.returnsTo
    for (const type of USER_SCROLLS) window.removeEventListener(type, stop)
    stopRestoring = undefined
  }
  stopRestoring = stop
  for (const type of USER_SCROLLS) window.addEventListener(type, stop, { passive: true })

  /** The screen renders before the next frame; its content may need more of them. */
  function attempt(): void {
    const target = scroller() ?? window
    target.scrollTo({ top })
    const reached = position()
    if (reached > nearest || hasMoreRows()) {
      nearest = reached
      until = Date.now() + RESTORE_MS
    }
    if (Math.abs(reached - top) < 1 || Date.now() > until) stop()
    else frame = requestAnimationFrame(attempt)
  }
}

// What closes by Back (`ui/close-request.ts`, which loads later) hears of each way back and forth before the router does, and may keep it
// to itself. Chromium calls the listeners of the window in the order in which they were added, captured or not.
window.addEventListener('popstate', (event) => {
  if (!window.dispatchEvent(new Event('traverse', { cancelable: true }))) event.stopImmediatePropagation()
})

// The router dispatches `pushState` and `replaceState` after each of its navigations, before a screen has changed.
window.addEventListener('pushState', () => {
  const before = entries[current]
  if (before) before.top = position()
  const known = numberOf(history.state)
  current = known ?? current + 1
  entries.length = current
  if (known === undefined) history.replaceState({ ...history.state, entry: current }, '')
  stopRestoring?.()
  window.scrollTo({ top: 0 })
  entries[current] = { address: address(), top: 0 }
})
window.addEventListener('replaceState', () => {
  const known = numberOf(history.state)
  if (known === undefined) {
    history.replaceState({ ...history.state, entry: current }, '')
    return
  }
  current = known
  entries[current] = { address: address(), top: entries[current]?.top ?? 0 }
})
window.addEventListener('popstate', () => {
  const left = entries[current]
  if (left && !stopRestoring) left.top = position()
  current = numberOf(history.state) ?? current
  const top = entries[current]?.top ?? 0
  entries[current] = { address: address(), top }
  restore(top)
})

// Scroll events do not bubble.
document.addEventListener('scroll', () => !stopRestoring && record(), { capture: true, passive: true })
beforePageEnds(() => {
  if (isForgotten) return
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify(Array.from(entries, (entry) => entry ?? null)))
  } catch {
    // Storage is full or forbidden: a reload starts at the top.
  }
})
history.scrollRestoration = 'manual'
if (numberOf(history.state) === undefined) history.replaceState({ ...history.state, entry: current }, '')
restore(entries[current]?.top ?? 0)

/** Nothing of this page's history is stored, even if it ends later. */
export function forgetHistory(): void {
  isForgotten = true
}

function readStored(): (Entry | null)[] {
  try {
    return Stored.safeParse(JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '[]')).data ?? []
  } catch {
    return []
  }
}

/** The address, with its state, at which the user last saw this path; undefined if not yet. */
export function lastAddressOf(path: string): string | undefined {
  return entries.slice(0, current + 1).findLast((entry) => entry && pathOf(entry.address) === path)?.address
}

/**
 * Navigates with the number of the entry already in its state: adding it afterwards writes to the session history twice, which
 * takes longer than a frame on a phone. The address that is shown gets no second entry, as from a second tap on the same link:
 * its screen is shown from the top.
 */
export const navigateNumbered: AroundNavHandler = (navigate, to, options) => {
  if (to === address() && !options?.state) return window.scrollTo({ top: 0 })
  navigate(to, { ...options, state: { ...options?.state, entry: options?.replace ? current : current + 1 } })
}

/** Goes to the previous entry; false if the app was opened here. */
export function goBack(): boolean {
  if (current === 0) return false
  history.back()
  return true
}

/** The path of the previous entry; empty if the app was opened here. */
export function previousPath(): string {
  return pathOf(entries[current - 1]?.address ?? '')
}

/** Goes to the last earlier entry with another path than the current one; false if there is none. */
export function goBackToAnotherPath(): boolean {
  const index = entries.findLastIndex(
    (entry, at) => at < current && entry && pathOf(entry.address) !== location.pathname,
  )
  if (index === -1) return false
  history.go(index - current)
  return true
}

const pathOf = (address: string) => address.split('?', 1)[0] ?? address
