import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { spec } from '#testing/spec.ts'
import { openApp } from '#web/testing/app.tsx'
import { network } from '#web/testing/network.ts'

it.each([
  ['New beer ratings', true],
  ['Menu scan complete', true],
  ['Weekly digest', false],
  ['Brewery recommendations', true],
  ['Sound effects', true],
  ['Vibration', true],
  ['Email notifications', false],
  ['Push notifications', true],
])(
  'starts with %s set to %s',
  spec('3.8.2', '3.8.3', '3.8.4', '3.8.5', '3.8.6', '3.8.7', '3.8.8', '3.8.9'),
  async (name, isOn) => {
    openApp('/notification-preferences')
    expect(((await screen.findByRole('switch', { name })) as HTMLInputElement).getAttribute('aria-checked')).toBe(
      String(isOn),
    )
  },
)

it('survives a reload, in this browser only', spec('3.8.1'), async () => {
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

/** Stubs the Notification API with this permission; undefined removes the API. */
function aBrowserWith(answer: NotificationPermission | undefined, { isSecure = true } = {}) {
  vi.stubGlobal('isSecureContext', isSecure)
  const Notices = { permission: 'default', requestPermission: vi.fn(async () => (Notices.permission = answer ?? '')) }
  vi.stubGlobal('Notification', answer && Notices)
  return Notices
}
afterEach(() => vi.unstubAllGlobals())

it('asks for permission only on a tap, and shows the result', async () => {
  for (const [answer, text] of [
    ['granted', /Allowed in this browser/],
    ['denied', /Blocked\. Allow/],
  ] as const) {
    const { requestPermission } = aBrowserWith(answer)
    const { user } = openApp('/notification-preferences')
    const push = await screen.findByRole('switch', { name: 'Push notifications' })
    expect(screen.getByText(/Not allowed in this browser yet/)).toBeVisible()
    await user.click(push)
    expect(requestPermission).not.toHaveBeenCalled()
    expect(screen.queryByText(/Not allowed in this browser yet/)).toBeNull()
    await user.click(push)
    expect(requestPermission).toHaveBeenCalledTimes(1)
    expect(await screen.findByText(text)).toBeVisible()
    expect(push).toBeChecked()
    cleanup()
  }
})

it('asks on the button as well', async () => {
  const { requestPermission } = aBrowserWith('granted')
  const { user } = openApp('/notification-preferences')
  await user.click(await screen.findByRole('button', { name: 'Allow in this browser' }))
  expect(requestPermission).toHaveBeenCalledTimes(1)
  expect(await screen.findByText(/Allowed in this browser/)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Allow in this browser' })).toBeNull()
})

it.each([
  ['insecure', () => aBrowserWith('granted', { isSecure: false }), /only show them on secure \(https\) sites/],
  ['unsupported', () => aBrowserWith(undefined), /can't show them/],
])('explains why notifications cannot be shown: %s', async (_case, prepare, text) => {
  prepare()
  openApp('/notification-preferences')
  expect(await screen.findByText(text)).toBeVisible()
  expect(screen.getByRole('switch', { name: 'Push notifications' })).toBeChecked()
})

it.each(['New beer ratings', 'Brewery recommendations', 'Weekly digest', 'Email notifications'])(
  'stores %s, and says that it has no effect here',
  async (name) => {
    openApp('/notification-preferences')
    expect(await screen.findByRole('switch', { name })).toHaveAccessibleDescription(/Not available here yet/)
  },
)
