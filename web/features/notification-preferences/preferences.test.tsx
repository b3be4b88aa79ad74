import { cleanup, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { openApp } from '#web/testing/app.tsx'
import { network } from '#web/testing/network.ts'

it.each([
  ['New beer ratings', true],
  ['Menu scan complete', true],
  ['Weekly digest', false],
  ['Brewery recommendations', true],
  ['Sound effects', true],
  ['Vibration', true],
  ['E-mail notifications', false],
  ['Push notifications', true],
])('begins with %s set to %s', async (name, isOn) => {
  openApp('/notification-preferences')
  expect(((await screen.findByRole('switch', { name })) as HTMLInputElement).getAttribute('aria-checked')).toBe(
    String(isOn),
  )
})

it('survives a reload of the page, in this browser alone', async () => {
  const writes: string[] = []
  network.events.on('request:start', ({ request }) => {
    if (request.method !== 'GET') writes.push(request.url)
  })
  const { user } = openApp('/notification-preferences')
  await user.click(await screen.findByRole('switch', { name: 'Vibration' }))
  expect(await screen.findByText('Preferences Updated')).toBeVisible()
  cleanup()
  openApp('/notification-preferences')
  expect(await screen.findByRole('switch', { name: 'Vibration' })).not.toBeChecked()
  expect(writes).toEqual([])
})
