import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { updateBeerImages } from '#contracts'
import { openApp } from '#web/testing/app.tsx'
import { refuses } from '#web/testing/network.ts'

it('says once why the server refuses', async () => {
  refuses(updateBeerImages, 'too_many_requests', 'Please wait a minute')
  const { user } = openApp('/refresh')
  await user.click(await screen.findByRole('button', { name: 'Update images' }))
  expect(await screen.findByText('Error updating images')).toBeVisible()
  expect(screen.getAllByText(/Please wait a minute/)).toHaveLength(1)
})
