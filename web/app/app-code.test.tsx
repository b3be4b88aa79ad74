import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { openApp } from '#web/testing/app.tsx'

vi.mock('./signed-in.tsx', () => {
  throw new Error('a chunk is gone')
})

it('offers a reload instead of a blank page when the code of the app cannot be loaded', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  openApp('/')
  expect(await screen.findByRole('alert')).toHaveTextContent('Oops, we spilled this one')
  expect(screen.getByRole('button', { name: 'Reload' })).toBeVisible()
})
