import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { spec } from '#testing/spec.ts'
import { openApp } from '#web/testing/app.tsx'
import { installCamera } from '#web/testing/fake-camera.ts'

it('explains a denied camera, does not ask again, and offers the gallery', spec('5.8'), async () => {
  const fake = installCamera({ error: 'NotAllowedError' })
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
})
