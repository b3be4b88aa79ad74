import { render, screen } from '@testing-library/react'
import { type ReactNode, Suspense } from 'react'
import { expect, it, vi } from 'vitest'
import { ErrorBoundary } from './error-boundary.tsx'
import { lazyScreen } from './lazy-screen.tsx'

const page = { Page: () => <h1>Menu</h1> }

it('shows the fallback while the code loads, and the screen at once where it was loaded ahead', async () => {
  const later = lazyScreen(async () => page, 'Page')
  render(<Suspense fallback="wait">{<later.Screen />}</Suspense>)
  expect(screen.getByText('wait')).toBeVisible()
  expect(await screen.findByRole('heading', { name: 'Menu' })).toBeVisible()

  const ahead = lazyScreen(async () => page, 'Page')
  await ahead.preload()
  const { container } = render(<Suspense fallback="wait">{<ahead.Screen />}</Suspense>)
  expect(container).toHaveTextContent('Menu')
})

it('tries again when loading ahead has failed', async () => {
  const load = vi.fn(async () => page).mockRejectedValueOnce(new Error('no network'))
  const { Screen, preload } = lazyScreen(load, 'Page')
  await preload()
  render(<Suspense>{<Screen />}</Suspense>)
  expect(await screen.findByRole('heading', { name: 'Menu' })).toBeVisible()
})

it('loads the code of a screen again when it is opened again after a failure', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const load = vi.fn(async () => page).mockRejectedValue(new Error('no network'))
  const { Screen } = lazyScreen(load, 'Page')
  const at = (address: string, shown: ReactNode) => (
    <ErrorBoundary address={address}>
      <Suspense fallback="wait">{shown}</Suspense>
    </ErrorBoundary>
  )
  const { rerender } = render(at('/menu', <Screen />))
  expect(await screen.findByRole('alert')).toBeVisible()
  const tries = load.mock.calls.length
  expect(tries).toBeLessThanOrEqual(2)

  load.mockResolvedValue(page)
  rerender(at('/search', 'Search'))
  expect(screen.getByText('Search')).toBeVisible()
  rerender(at('/menu', <Screen />))
  expect(await screen.findByRole('heading', { name: 'Menu' })).toBeVisible()
  expect(load).toHaveBeenCalledTimes(tries + 1)
})
