import { render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { CrashGuard } from './crash-guard.tsx'

function Broken(): never {
  throw new Error('a chunk is gone')
}

it('offers to reload instead of a blank page, and lets another address try', () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const { rerender } = render(
    <CrashGuard address="/search">
      <Broken />
    </CrashGuard>,
  )
  expect(screen.getByRole('alert')).toHaveTextContent('This screen spilled')
  expect(screen.getByRole('button', { name: 'Reload' })).toBeVisible()
  rerender(
    <CrashGuard address="/favorites">
      <p>Favorites</p>
    </CrashGuard>,
  )
  expect(screen.getByText('Favorites')).toBeVisible()
  vi.restoreAllMocks()
})
