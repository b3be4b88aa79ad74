import { render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { ErrorBoundary } from './error-boundary.tsx'

function Broken(): never {
  throw new Error('a chunk is gone')
}

it('offers a reload instead of a blank page, and resets at another address', () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const { rerender } = render(
    <ErrorBoundary address="/search">
      <Broken />
    </ErrorBoundary>,
  )
  expect(screen.getByRole('alert')).toHaveTextContent('Oops, we spilled this one')
  expect(screen.getByRole('button', { name: 'Reload' })).toBeVisible()
  rerender(
    <ErrorBoundary address="/favorites">
      <p>Favorites</p>
    </ErrorBoundary>,
  )
  expect(screen.getByText('Favorites')).toBeVisible()
})
