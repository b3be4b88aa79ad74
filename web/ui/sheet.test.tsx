import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, it, onTestFinished, vi } from 'vitest'
import { Sheet } from './sheet.tsx'

function Opened() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button">before</button>
      <button type="button" onClick={() => setOpen(true)}>
        open
      </button>
      {isOpen && (
        <Sheet open title="Filter beers" onClose={() => setOpen(false)}>
          <button type="button">inside</button>
        </Sheet>
      )}
    </>
  )
}

it('takes the focus, and returns it to its opener', async () => {
  const user = userEvent.setup()
  render(<Opened />)
  const opener = screen.getByRole('button', { name: 'open' })
  await user.click(opener)
  expect(screen.getByRole('dialog', { name: 'Filter beers' }).contains(document.activeElement)).toBe(true)
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).toBeNull()
  await expect.poll(() => document.activeElement).toBe(opener)
})

it('is closed by Back where there are no close watchers, and the next Back leaves the screen', async () => {
  history.replaceState({ entry: 1 }, '', '/history')
  history.pushState({ entry: 2 }, '', '/scan/7')
  const router: string[] = []
  const listen = () => router.push(location.pathname)
  window.addEventListener('popstate', listen)
  onTestFinished(() => window.removeEventListener('popstate', listen))
  render(<Opened />)
  await userEvent.setup().click(screen.getByRole('button', { name: 'open' }))
  history.back()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect([location.pathname, router]).toEqual(['/scan/7', []])
  history.back()
  await vi.waitFor(() => expect(router).toEqual(['/history']))
})

/** As on Android: Back closes what was opened last. */
class FakeCloseWatcher {
  static readonly open: FakeCloseWatcher[] = []
  onclose: (() => void) | null = null

  constructor() {
    FakeCloseWatcher.open.push(this)
  }

  static goBack(): void {
    FakeCloseWatcher.open.at(-1)?.onclose?.()
  }

  destroy(): void {
    FakeCloseWatcher.open.splice(FakeCloseWatcher.open.indexOf(this), 1)
  }
}

afterEach(() => vi.unstubAllGlobals())

it('is closed by Back on Android', async () => {
  vi.stubGlobal('CloseWatcher', FakeCloseWatcher)
  const user = userEvent.setup()
  render(<Opened />)
  expect(FakeCloseWatcher.open).toHaveLength(0)
  await user.click(screen.getByRole('button', { name: 'open' }))
  expect(FakeCloseWatcher.open).toHaveLength(1)
  act(() => FakeCloseWatcher.goBack())
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(FakeCloseWatcher.open).toHaveLength(0)
})

it('that only its own buttons may close leaves Back to the browser', async () => {
  vi.stubGlobal('CloseWatcher', FakeCloseWatcher)
  render(
    <Sheet open closable={false} title="Reading the menu" onClose={() => undefined}>
      inside
    </Sheet>,
  )
  expect(await screen.findByRole('dialog')).toBeVisible()
  expect(FakeCloseWatcher.open).toHaveLength(0)
})

it('is as dark as the sheet that it is opened from', async () => {
  render(
    <Sheet open dusk title="Fridge" onClose={() => undefined}>
      <Sheet open title="Which beer is this?" onClose={() => undefined}>
        inside
      </Sheet>
    </Sheet>,
  )
  expect(await screen.findByRole('dialog', { name: 'Which beer is this?' })).toHaveClass('dusk')
})

it('is as light as its page otherwise', async () => {
  render(
    <Sheet open title="Filter beers" onClose={() => undefined}>
      inside
    </Sheet>,
  )
  expect(await screen.findByRole('dialog')).not.toHaveClass('dusk')
})
