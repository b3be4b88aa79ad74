import { render, screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { network } from '#web/testing/network.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { lazyScreen } from './lazy-screen.tsx'
import { reloadOnStaleChunk } from './stale-chunk.ts'

const reload = vi.fn()
let stop: () => void
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  vi.spyOn(location, 'reload').mockImplementation(reload)
  // Turned into a module after insertion: happy-dom cannot load scripts.
  const script = Object.assign(document.createElement('script'), { type: 'text/plain', src: '/assets/index-old.js' })
  document.head.append(script)
  script.type = 'module'
  stop = reloadOnStaleChunk()
})
afterEach(() => {
  stop()
  document.head.innerHTML = ''
  reload.mockReset()
})

function Broken(): never {
  throw new Error('the chunk is gone')
}

/** Simulates a lazy chunk that fails to load. */
function failToLoadChunk(): void {
  window.dispatchEvent(new Event('vite:preloadError', { cancelable: true }))
  render(
    <ErrorBoundary address="/search">
      <Broken />
    </ErrorBoundary>,
  )
}

const serves = (page: string, status = 200) =>
  network.use(
    http.get('/index.html', () => new HttpResponse(page, { status, headers: { 'Content-Type': 'text/html' } })),
  )

it.each([
  ['the same version', () => serves('<script type="module" src="/assets/index-old.js"></script>')],
  ['a page of somebody else', () => serves('<h1>Welcome to the hotel</h1>')],
  ['an error', () => serves('<script type="module" src="/assets/index-new.js"></script>', 502)],
  ['nothing', () => network.use(http.get('/index.html', () => HttpResponse.error()))],
])('shows the error screen when a reload would load %s', async (_what, serve) => {
  serve()
  failToLoadChunk()
  expect(await screen.findByRole('alert')).toHaveTextContent('Oops, we spilled this one')
  expect(reload).not.toHaveBeenCalled()
})

it('does not reload twice in a row, whatever versions the servers run', async () => {
  serves('<script type="module" src="/assets/index-new.js"></script>')
  const reloaded = Object.assign(Object.create(PerformanceEntry.prototype), { type: 'reload' })
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([reloaded])
  vi.spyOn(performance, 'now').mockReturnValue(2_000)
  failToLoadChunk()
  expect(await screen.findByRole('alert')).toHaveTextContent('Oops, we spilled this one')
  expect(reload).not.toHaveBeenCalled()
})

it('shows the loading screen instead of an error, and reloads once', async () => {
  serves('<script type="module" src="/assets/index-new.js"></script>')
  failToLoadChunk()
  failToLoadChunk()
  expect(screen.getAllByText('Loading...')[0]).toBeVisible()
  await waitFor(() => expect(reload).toHaveBeenCalledTimes(1))
  expect(screen.queryByRole('alert')).toBeNull()
})

it('does not reload a page that could only not load the next screens ahead', async () => {
  serves('<script type="module" src="/assets/index-new.js"></script>')
  const gone = new Error('the chunk is gone')
  const next = lazyScreen(async (): Promise<{ Page: () => null }> => {
    window.dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload: gone }))
    throw gone
  }, 'Page')
  await next.preload()
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(reload).not.toHaveBeenCalled()
})
