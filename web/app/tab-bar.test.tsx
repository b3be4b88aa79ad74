import { screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { openApp } from '#web/testing/app.tsx'

/** Holds the browser's frames back. Returns what lets them pass. */
function holdFrames(): () => void {
  const held: FrameRequestCallback[] = []
  const hold = vi.spyOn(globalThis, 'requestAnimationFrame').mockImplementation((frame) => held.push(frame))
  return () => {
    hold.mockRestore()
    for (const frame of held) frame(performance.now())
  }
}

it('marks the tapped tab in the frame before its screen', async () => {
  const { user } = openApp('/profile')
  const search = await screen.findByRole('link', { name: 'Search' })
  const releaseFrames = holdFrames()
  await user.click(search)
  expect(search).toHaveAttribute('aria-current', 'true')
  expect(screen.getByRole('link', { name: 'Profile' })).not.toHaveAttribute('aria-current')
  expect(location.pathname).toBe('/profile')
  releaseFrames()
  expect(await screen.findByRole('searchbox')).toBeVisible()
  expect(search).toHaveAttribute('aria-current', 'page')
})

it('opens the screen of a tab that is tapped while the page is hidden, where no frame comes', async () => {
  const { user } = openApp('/profile')
  const search = await screen.findByRole('link', { name: 'Search' })
  holdFrames()
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  await user.click(search)
  expect(await screen.findByRole('searchbox')).toBeInTheDocument()
})

it('adds one entry to the history, however often a tab is tapped', async () => {
  const { user } = openApp('/favorites')
  const profile = await screen.findByRole('link', { name: 'Profile' })
  const pushed = vi.spyOn(history, 'pushState')
  const scrolled = vi.spyOn(window, 'scrollTo')
  await user.dblClick(profile)
  await screen.findByRole('heading', { name: 'Settings' })
  scrolled.mockClear()
  await user.click(profile)
  await waitFor(() => expect(scrolled).toHaveBeenCalledWith({ top: 0 }))
  expect(pushed).toHaveBeenCalledTimes(1)
})
