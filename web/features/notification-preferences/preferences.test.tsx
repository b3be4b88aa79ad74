import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
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

/** A browser that answers the question for notices so; undefined for one that has none. */
function aBrowserThat(answer: NotificationPermission | undefined, { isSecure = true } = {}) {
  vi.stubGlobal('isSecureContext', isSecure)
  const Notices = { permission: 'default', requestPermission: vi.fn(async () => (Notices.permission = answer ?? '')) }
  vi.stubGlobal('Notification', answer && Notices)
  return Notices
}
afterEach(() => vi.unstubAllGlobals())

it('asks for notices on a tap alone, and says what came of it', async () => {
  for (const [answer, said] of [
    ['granted', /shows them/],
    ['denied', /Blocked in the settings/],
  ] as const) {
    const { requestPermission } = aBrowserThat(answer)
    const { user } = openApp('/notification-preferences')
    const push = await screen.findByRole('switch', { name: 'Push notifications' })
    expect(screen.getByText(/not been asked yet/)).toBeVisible()
    await user.click(push)
    expect(requestPermission).not.toHaveBeenCalled()
    expect(screen.queryByText(/not been asked yet/)).toBeNull()
    await user.click(push)
    expect(requestPermission).toHaveBeenCalledTimes(1)
    expect(await screen.findByText(said)).toBeVisible()
    expect(push).toBeChecked()
    cleanup()
  }
})

it('asks on the button beside it too', async () => {
  const { requestPermission } = aBrowserThat('granted')
  const { user } = openApp('/notification-preferences')
  await user.click(await screen.findByRole('button', { name: 'Allow in this browser' }))
  expect(requestPermission).toHaveBeenCalledTimes(1)
  expect(await screen.findByText(/shows them/)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Allow in this browser' })).toBeNull()
})

it.each([
  ['insecure', () => aBrowserThat('granted', { isSecure: false }), /secure \(https\) addresses only/],
  ['unsupported', () => aBrowserThat(undefined), /cannot show them/],
])('says in a line why notices cannot be shown: %s', async (_case, prepare, said) => {
  prepare()
  openApp('/notification-preferences')
  expect(await screen.findByText(said)).toBeVisible()
  expect(screen.getByRole('switch', { name: 'Push notifications' })).toBeChecked()
})

it.each(['New beer ratings', 'Brewery recommendations', 'Weekly digest', 'E-mail notifications'])(
  'keeps %s, and says that nothing comes of it here',
  async (name) => {
    openApp('/notification-preferences')
    expect(await screen.findByRole('switch', { name })).toHaveAccessibleDescription(/this installation sends none/)
  },
)
