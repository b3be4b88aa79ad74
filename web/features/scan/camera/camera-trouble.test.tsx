import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { identifyBeer } from '#contracts'
import { spec } from '#testing/spec.ts'
import { aPhoto, openApp } from '#web/testing/app.tsx'
import { installCamera } from '#web/testing/fake-camera.ts'
import { hangs } from '#web/testing/network.ts'
import { CameraTrouble } from './camera-trouble.tsx'

it('explains a busy camera, and asks for it again once another app has let go of it', async () => {
  installCamera({ error: 'NotReadableError' })
  const { user } = openApp('/')
  await user.click(await screen.findByRole('button', { name: /^Capture/ }))
  expect(await screen.findByRole('heading', { name: 'The camera is busy' })).toBeVisible()
  const again = screen.getByRole('button', { name: 'Try again' })
  const freed = installCamera()
  await user.click(again)
  expect(await screen.findByText('CAM ACTIVE')).toBeVisible()
  expect(freed.requests()).toBe(1)
})

it.each([
  { state: 'missing', title: 'No camera found' },
  { state: 'insecure', title: 'Use your phone’s camera' },
  { state: 'unsupported', title: 'No live camera here' },
] as const)('explains a camera that is $state, and leaves the gallery and the search', async ({ state, title }) => {
  const onGallery = vi.fn()
  render(<CameraTrouble state={state} onGallery={onGallery} />)
  expect(screen.getByRole('heading', { name: title })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  expect(screen.getByRole('link', { name: 'Search by name' })).toHaveAttribute('href', '/search')
  await userEvent.click(screen.getByRole('button', { name: 'Choose a photo' }))
  expect(onGallery).toHaveBeenCalledOnce()
})

// The last test of the file: a page does not ask for a denied camera again.
it('explains a denied camera, does not ask again, and offers the gallery', spec('5.8'), async () => {
  const fake = installCamera({ error: 'NotAllowedError' })
  hangs(identifyBeer)
  const { user } = openApp('/')
  const button = await screen.findByRole('button', { name: /^Capture/ })
  await user.click(button)
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Camera access denied. Please allow camera access and try again, or use the gallery option.',
  )
  const picker = vi.spyOn(HTMLInputElement.prototype, 'click')
  await user.click(button)
  await user.click(screen.getByRole('button', { name: 'Choose a photo' }))
  expect(picker.mock.contexts.map((input) => (input as HTMLInputElement).accept)).toEqual(['image/*', 'image/*'])
  expect(fake.requests()).toBe(1)
  expect(screen.getByRole('link', { name: 'Search by name' })).toHaveAttribute('href', '/search')
  await user.upload(screen.getByLabelText('Photo to upload'), aPhoto())
  await waitFor(() => expect(location.pathname).toBe('/processing'))
})
