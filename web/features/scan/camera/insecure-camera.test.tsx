/** A file of its own: a page stays insecure. */
import { screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { identifyBeer } from '#contracts'
import { aPhoto, openApp } from '#web/testing/app.tsx'
import { installCamera } from '#web/testing/fake-camera.ts'
import { hangs } from '#web/testing/network.ts'

it("takes photos with the phone's camera app where the page is not secure", async () => {
  const fake = installCamera()
  Object.defineProperty(window, 'isSecureContext', { value: false, configurable: true })
  hangs(identifyBeer)
  const opened = vi.spyOn(HTMLInputElement.prototype, 'click')
  const { user } = openApp('/')
  const shutter = await screen.findByRole('button', { name: /^Capture/ })
  await user.click(shutter)
  expect(await screen.findByRole('heading', { name: 'Use your phone’s camera' })).toBeVisible()
  await user.click(shutter)
  const photo = screen.getByLabelText("Photo from the phone's camera")
  expect(opened.mock.contexts).toEqual([photo, photo])
  expect(photo).toHaveAttribute('capture', 'environment')
  await user.upload(photo, aPhoto())
  await waitFor(() => expect(location.pathname).toBe('/processing'))
  expect(fake.requests()).toBe(0)
  vi.restoreAllMocks()
  installCamera()
})
