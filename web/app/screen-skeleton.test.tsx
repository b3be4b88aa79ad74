import { act, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { handoff } from '#web/handoff/handoff.ts'
import { LoadingScreen } from './loading-screen.tsx'
import { ScreenSkeleton } from './screen-skeleton.tsx'

afterEach(() => {
  vi.useRealTimers()
  handoff.dropImage()
  history.replaceState(null, '', '/')
})

it('keeps the photo in view while the code of what follows it loads', () => {
  handoff.leaveImage({ id: crypto.randomUUID(), photo: new Blob(['jpeg']), context: 'auto' })
  history.replaceState(null, '', '/processing')
  render(<ScreenSkeleton />)
  expect(screen.getByRole('img', { name: 'Your shot' })).toBeVisible()
})

it.each(['/results', '/search', '/menu-view'])('has the shape of %s, without a screen full of words', (path) => {
  history.replaceState(null, '', path)
  const { container } = render(<ScreenSkeleton />)
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('BeerGoggles')
  expect(container.querySelectorAll('.animate-shimmer').length).toBeGreaterThan(2)
})

it.each([
  ['app', LoadingScreen],
  ['screen', ScreenSkeleton],
])('offers to load again what takes longer than usual: the %s', (_what, Waiting) => {
  vi.useFakeTimers()
  render(<Waiting />)
  act(() => void vi.advanceTimersByTime(7_000))
  expect(screen.queryByRole('button', { name: 'Reload' })).toBeNull()
  act(() => void vi.advanceTimersByTime(1_000))
  expect(screen.getByText('This is taking longer than it should.')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Reload' })).toBeVisible()
})
