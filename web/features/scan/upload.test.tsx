import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { detectContext, identifyBeer, listFavorites } from '#contracts'
import { spec } from '#testing/spec.ts'
import { outbox } from '#web/outbox/outbox.ts'
import { aPhoto, openApp } from '#web/testing/app.tsx'
import { installCamera } from '#web/testing/fake-camera.ts'
import { hangs, requestsTo } from '#web/testing/network.ts'

beforeEach(() => {
  installCamera()
  hangs(detectContext)
  hangs(identifyBeer)
})

const input = () => screen.findByLabelText('Photo to upload')
const pressed = () => screen.getByRole('button', { pressed: true }).textContent

it('selects the menu mode while the picker is open, then restores the previous mode', spec('4.2.5'), async () => {
  const { user } = openApp('/')
  await user.click(await screen.findByRole('button', { name: 'Fridge' }))
  await user.click(screen.getByRole('button', { name: 'Upload' }))
  expect(pressed()).toBe('Menu')
  fireEvent(await input(), new Event('cancel'))
  await waitFor(() => expect(pressed()).toBe('Fridge'))
  expect(location.pathname).toBe('/')
})

it('processes the chosen photo in the previous mode', spec('4.2.5'), async () => {
  const { add } = outbox
  let mode: string | null = null
  vi.spyOn(outbox, 'add').mockImplementationOnce((...photo) => {
    // Right after this the screen may be left.
    mode = pressed()
    return add(...photo)
  })
  const { user } = openApp('/')
  await user.click(await screen.findByRole('button', { name: 'Upload' }))
  await user.upload(await input(), aPhoto())
  await waitFor(() => expect(location.pathname).toBe('/processing'))
  expect(mode).toBe('Single')
})

it('takes the first of several files and no other', spec('5.11'), async () => {
  openApp('/')
  const box = await input()
  expect(box).not.toHaveAttribute('multiple')
  const added = vi.spyOn(outbox, 'add')
  Object.defineProperty(box, 'files', { value: [aPhoto('first.jpg'), aPhoto('second.jpg')], configurable: true })
  fireEvent.change(box)
  await waitFor(() => expect(location.pathname).toBe('/processing'))
  expect(added).toHaveBeenCalledTimes(1)
})

it('asks for the favorites on the scan home', spec('6.9'), async () => {
  const asked = requestsTo(listFavorites)
  openApp('/')
  await waitFor(() => expect(asked).toHaveLength(1))
})
