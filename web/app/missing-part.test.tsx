import { render, screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { network } from '#web/testing/network.ts'
import { CrashGuard } from './crash-guard.tsx'
import { replaceWhenPartIsMissing } from './missing-part.ts'

const reload = vi.fn()
let stop: () => void
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  vi.spyOn(location, 'reload').mockImplementation(reload)
  // As a module only once it stands there: this browser loads no files.
  const script = Object.assign(document.createElement('script'), { type: 'text/plain', src: '/assets/index-old.js' })
  document.head.append(script)
  script.type = 'module'
  stop = replaceWhenPartIsMissing()
})
afterEach(() => {
  stop()
  document.head.innerHTML = ''
  reload.mockReset()
  vi.restoreAllMocks()
})

function Broken(): never {
  throw new Error('its file is gone')
}

/** What happens when the file of a screen does not come. */
function missAPart(): void {
  window.dispatchEvent(new Event('vite:preloadError', { cancelable: true }))
  render(
    <CrashGuard address="/search">
      <Broken />
    </CrashGuard>,
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
])('stays and says so when a reload would bring %s', async (_what, serve) => {
  serve()
  missAPart()
  expect(await screen.findByRole('alert')).toHaveTextContent('This screen spilled')
  expect(reload).not.toHaveBeenCalled()
})

it('stays when a reload brought it just now, whatever the servers say they are', async () => {
  serves('<script type="module" src="/assets/index-new.js"></script>')
  const reloaded = Object.assign(Object.create(PerformanceEntry.prototype), { type: 'reload' })
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([reloaded])
  vi.spyOn(performance, 'now').mockReturnValue(2_000)
  missAPart()
  expect(await screen.findByRole('alert')).toHaveTextContent('This screen spilled')
  expect(reload).not.toHaveBeenCalled()
})

it('waits for the new version instead of saying that something spilled, and reloads once', async () => {
  serves('<script type="module" src="/assets/index-new.js"></script>')
  missAPart()
  missAPart()
  expect(screen.getAllByText('Loading...')[0]).toBeVisible()
  await waitFor(() => expect(reload).toHaveBeenCalledTimes(1))
  expect(screen.queryByRole('alert')).toBeNull()
})
