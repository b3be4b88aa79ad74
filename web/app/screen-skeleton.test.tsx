import { render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { handoff } from '#web/handoff/handoff.ts'
import { ScreenSkeleton } from './screen-skeleton.tsx'

afterEach(() => {
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
