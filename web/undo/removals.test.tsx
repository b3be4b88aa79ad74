import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, type MockInstance, vi } from 'vitest'
import { clearSearches, deleteScan, getUser, listSearches, removeSearch, type SearchEntry } from '#contracts'
import { aUser } from '#web/testing/builders.ts'
import { fakeCaches } from '#web/testing/fake-caches.ts'
import { answers, cutsOff, refuses, requestsTo } from '#web/testing/network.ts'

// The documented value, and the time that another tab is given.
const UNDO_MS = 8_000
const OTHER_TAB_MS = 2_000

const anEntry = (id: number, query: string): SearchEntry => ({
  id,
  query,
  resultCount: 1,
  searchedAt: '2026-03-01T20:00:00.000Z',
})
let entries: SearchEntry[]
let userId: number
let removals: Request[]
let clearings: Request[]
let listens: MockInstance<typeof window.addEventListener>

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  entries = [anEntry(1, 'orval'), anEntry(2, 'duvel')]
  userId = 7
  answers(getUser, () => ({ status: 200 as const, body: aUser({ id: userId }) }))
  answers(listSearches, () => ({ status: 200 as const, body: entries }))
  answers(removeSearch, ({ params }) => {
    entries = entries.filter(({ id }) => String(id) !== params.id)
    return { status: 204 as const, body: null }
  })
  answers(clearSearches, { status: 204, body: null })
  removals = requestsTo(removeSearch)
  clearings = requestsTo(clearSearches)
  listens = vi.spyOn(window, 'addEventListener')
  return () => vi.useRealTimers()
})

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const removed = () => removals.map(({ url }) => new URL(url).pathname)
const shown = () => screen.queryAllByRole('listitem').map(({ firstChild }) => firstChild?.textContent)

/** A page with modules of its own: it knows what is stored, and nothing else of the page before. */
async function openPage() {
  vi.resetModules()
  listens.mockClear()
  const [
    { useRemovals },
    { ToastProvider },
    { createQueryClient, keyOf, queryOf, useUser },
    { addressOf, call },
    { outbox },
  ] = await Promise.all([
    import('./removals.ts'),
    import('#web/ui/toast.tsx'),
    import('#web/api/queries.ts'),
    import('#web/api/call.ts'),
    import('#web/outbox/outbox.ts'),
    import('#web/ui/toast-list.tsx'),
  ])
  const addressOfEntry = ({ id }: SearchEntry) => addressOf(removeSearch, { params: { id } })
  const texts = { removed: 'Removed', failed: 'Not removed', listKey: keyOf(listSearches, {}) }

  function List() {
    const { data: searches = [] } = useQuery(queryOf(listSearches, {}))
    const { remove, isRemoved } = useRemovals()
    return (
      <>
        <ul>
          {searches
            .filter((entry) => !isRemoved(addressOfEntry(entry)))
            .map((entry) => (
              <li key={entry.id}>
                {entry.query}
                <button
                  type="button"
                  onClick={() =>
                    remove({
                      address: addressOfEntry(entry),
                      send: (options) => call(removeSearch, { params: { id: entry.id } }, options),
                      ...texts,
                    })
                  }
                >
                  Remove {entry.query}
                </button>
              </li>
            ))}
        </ul>
        <button
          type="button"
          onClick={() =>
            remove({
              address: addressOf(clearSearches, {}),
              also: searches.map(addressOfEntry),
              send: (options) => call(clearSearches, {}, options),
              ...texts,
            })
          }
        >
          Clear
        </button>
      </>
    )
  }
  function Page() {
    const { data: user } = useUser()
    return user ? <List /> : null
  }
  async function show(): Promise<void> {
    render(
      <QueryClientProvider client={createQueryClient()}>
        <ToastProvider>
          <Page />
        </ToastProvider>
      </QueryClientProvider>,
    )
    await screen.findByRole('button', { name: 'Clear' })
  }
  await show()
  return { show, outbox }
}

/** What a phone does with a page in the background. */
function discardPage(): void {
  cleanup()
  for (const [type, listener] of listens.mock.calls) {
    if (String(type) === 'pagehide') window.removeEventListener('pagehide', listener)
  }
  const now = Date.now()
  vi.clearAllTimers()
  // Clearing the timers has reset the clock.
  vi.setSystemTime(now)
}

const tap = async (name: string) =>
  await userEvent.setup({ advanceTimers: vi.advanceTimersByTime }).click(await screen.findByRole('button', { name }))

it('sends at the next start what a discarded page had not sent, and shows it no more until then', async () => {
  await openPage()
  await tap('Remove orval')
  discardPage()
  await openPage()
  await waitFor(() => expect(shown()).toEqual(['duvel']))
  expect(removals).toHaveLength(0)
  await pass(UNDO_MS + OTHER_TAB_MS)
  await waitFor(() => expect(removed()).toEqual(['/api/search-history/1']))
  expect(shown()).toEqual(['duvel'])
  discardPage()
  await openPage()
  await pass(UNDO_MS + OTHER_TAB_MS)
  expect(removals).toHaveLength(1)
})

it('keeps the undo of a user who looks at another app for a moment', async () => {
  await openPage()
  await tap('Remove orval')
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  document.dispatchEvent(new Event('visibilitychange'))
  await pass(1_000)
  visibility.mockRestore()
  document.dispatchEvent(new Event('visibilitychange'))
  expect(removals).toHaveLength(0)
  await tap('Undo')
  expect(shown()).toEqual(['orval', 'duvel'])
  discardPage()
  await openPage()
  await waitFor(() => expect(shown()).toEqual(['orval', 'duvel']))
  await pass(UNDO_MS + OTHER_TAB_MS)
  expect(removals).toHaveLength(0)
})

it('undoes several quick removals one after the other, the last one first', async () => {
  const left = () => shown().filter((text) => text !== 'Removed')
  await openPage()
  await tap('Remove orval')
  await tap('Remove duvel')
  expect(left()).toEqual([])
  await tap('Undo')
  expect(left()).toEqual(['duvel'])
  await tap('Undo')
  expect(left()).toEqual(['orval', 'duvel'])
  await pass(UNDO_MS + OTHER_TAB_MS)
  expect(removals).toHaveLength(0)
})

it('removes no more than what was there when the user removed all', async () => {
  await openPage()
  await waitFor(() => expect(shown()).toHaveLength(2))
  await tap('Clear')
  discardPage()
  entries = [anEntry(3, 'hell'), ...entries]
  await openPage()
  await pass(UNDO_MS + OTHER_TAB_MS)
  await waitFor(() => expect(removals).toHaveLength(2))
  expect(clearings).toHaveLength(0)
  await waitFor(() => expect(shown()).toEqual(['hell']))
})

it('tries again at the next start when there is no network', async () => {
  await openPage()
  await tap('Remove orval')
  discardPage()
  cutsOff(removeSearch)
  await openPage()
  await pass(UNDO_MS + OTHER_TAB_MS)
  await waitFor(() => expect(shown()).toEqual(['orval', 'duvel']))
  discardPage()
  refuses(removeSearch, 'not_found', 'No such search')
  await openPage()
  await waitFor(() => expect(removals).toHaveLength(2))
  discardPage()
  await openPage()
  await pass(UNDO_MS + OTHER_TAB_MS)
  expect(removals).toHaveLength(2)
})

it('tries again at the next start what a closing page could not send', async () => {
  await openPage()
  await tap('Remove orval')
  cutsOff(removeSearch)
  window.dispatchEvent(new Event('pagehide'))
  await waitFor(() => expect(removals).toHaveLength(1))
  await waitFor(() => expect(shown()).toContain('orval'))
  discardPage()
  answers(removeSearch, { status: 204, body: null })
  await openPage()
  await pass(UNDO_MS + OTHER_TAB_MS)
  await waitFor(() => expect(removals).toHaveLength(2))
})

it('sends nothing for another user', async () => {
  await openPage()
  await tap('Remove orval')
  discardPage()
  userId = 8
  await openPage()
  await pass(UNDO_MS + OTHER_TAB_MS)
  expect(removals).toHaveLength(0)
  expect(shown()).toEqual(['orval', 'duvel'])
  discardPage()
  userId = 7
  await openPage()
  await waitFor(() => expect(removals).toHaveLength(1))
})

it('leaves it to a page that is still open to send its own', async () => {
  await openPage()
  await tap('Remove orval')
  // Another tab.
  await openPage()
  await pass(UNDO_MS + OTHER_TAB_MS)
  await waitFor(() => expect(removals).toHaveLength(1))
  await pass(OTHER_TAB_MS)
  expect(removals).toHaveLength(1)
})

it('asks a server that cannot be reached once, also when a list opens', async () => {
  await openPage()
  await tap('Remove orval')
  discardPage()
  cutsOff(removeSearch)
  const { show } = await openPage()
  await pass(UNDO_MS + OTHER_TAB_MS)
  await waitFor(() => expect(removals).toHaveLength(1))
  await waitFor(() => expect(shown()).toEqual(['orval', 'duvel']))
  cleanup()
  await show()
  await pass(1_000)
  expect(removals).toHaveLength(1)
})

it('deletes a photo of this device without a network', async () => {
  cutsOff(deleteScan)
  cutsOff(removeSearch)
  const { show, outbox } = await openPage()
  outbox.open(userId)
  const { id } = await outbox.add(new Blob(['jpeg']), 'auto')
  const dueAt = Date.now()
  const stored = ['/api/search-history/1', `/api/scans/${id}`].map((address) => ({ address, dueAt }))
  localStorage.setItem('beergoggles.removals-7', JSON.stringify(stored))
  cleanup()
  await show()
  await pass(OTHER_TAB_MS)
  await waitFor(() => expect(outbox.get(id)?.state ?? 'gone').toMatch(/cancelled|gone/))
  expect(localStorage.getItem('beergoggles.removals-7')).not.toContain(id)
})

it('also deletes what this device has of a scan', async () => {
  vi.stubGlobal('caches', fakeCaches())
  const thumbs = await caches.open('copies-of-user-7-thumbs')
  const { show, outbox } = await openPage()
  outbox.open(userId)
  const { id } = await outbox.add(new Blob(['jpeg']), 'auto')
  await thumbs.put(`/thumbs/${id}`, new Response('jpeg'))
  localStorage.setItem('beergoggles.removals-7', JSON.stringify([{ address: `/api/scans/${id}`, dueAt: Date.now() }]))
  cleanup()
  await show()
  await pass(OTHER_TAB_MS)
  await waitFor(() => expect(outbox.all()).toEqual([]))
  await waitFor(async () => expect(await thumbs.keys()).toEqual([]))
  vi.unstubAllGlobals()
})
