import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import {
  getNotifications,
  getUser,
  saveLanguage,
  saveNotifications,
  sendConfirmation,
  subscribeToPush,
  type User,
  unsubscribeFromPush,
} from '#contracts'
import { spec } from '#testing/spec.ts'
import { DEFAULTS, preferences } from '#web/device/preferences.ts'
import { openApp } from '#web/testing/app.tsx'
import { aUser } from '#web/testing/builders.ts'
import { answers, cutsOff, network, requestsTo } from '#web/testing/network.ts'

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
    ['denied', /blocked\. Allow/],
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
  expect(screen.getByRole('heading', { level: 1 })).toHaveFocus()
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

it('stores the wish for emails, and says that this server sends none', async () => {
  openApp('/notification-preferences')
  const emails = await screen.findByRole('switch', { name: 'Email notifications' })
  expect(emails).toHaveAccessibleDescription(/This server sends no email/)
})

const NO_SERVICES = { preferences: null, pushKey: null, email: 'off' } as const
const STORED = {
  newBeerRatings: false,
  menuScanComplete: true,
  weeklyDigest: true,
  breweryRecommendations: true,
  emailNotifications: false,
  pushNotifications: true,
}

it('shows what the server stores, and sends it only what is changed here, with the time zone', async () => {
  answers(getNotifications, { status: 200, body: { ...NO_SERVICES, preferences: STORED } })
  const saved = requestsTo(saveNotifications)
  const { user } = openApp('/notification-preferences')
  await waitFor(() => expect(screen.getByRole('switch', { name: 'Weekly digest' })).toBeChecked())
  expect(screen.getByRole('switch', { name: 'New beer ratings' })).not.toBeChecked()
  await user.click(screen.getByRole('switch', { name: 'New beer ratings' }))
  await waitFor(() => expect(saved).toHaveLength(1))
  const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone
  expect(await saved[0]?.json()).toEqual({ newBeerRatings: true, timeZone })
})

/** From now on, whoever opened the app first. */
const signsIn = (user: User) => answers(getUser, { status: 200, body: user })

it('keeps a change that the server did not get, and sends it the next time', async () => {
  cutsOff(saveNotifications)
  answers(getNotifications, { status: 200, body: { ...NO_SERVICES, preferences: STORED } })
  const { user, signedIn } = openApp('/notification-preferences')
  await waitFor(() => expect(screen.getByRole('switch', { name: 'Weekly digest' })).toBeChecked())
  await user.click(screen.getByRole('switch', { name: 'Weekly digest' }))
  expect(await screen.findByText(/We'll send it to the server/)).toBeVisible()
  cleanup()
  answers(saveNotifications, { status: 204, body: null })
  const saved = requestsTo(saveNotifications)
  const stored = () => ({ ...STORED, ...(saved.length > 0 && { weeklyDigest: false }) })
  answers(getNotifications, () => ({ status: 200, body: { ...NO_SERVICES, preferences: stored() } }) as const)
  // Another user of this browser has their own.
  signsIn(aUser())
  openApp('/notification-preferences')
  await waitFor(() => expect(screen.getByRole('switch', { name: 'Weekly digest' })).toBeChecked())
  expect(saved).toEqual([])
  cleanup()
  signsIn(signedIn)
  openApp('/notification-preferences')
  await waitFor(() => expect(saved).toHaveLength(1))
  expect(await saved[0]?.json()).toEqual({ weeklyDigest: false, timeZone: expect.anything() })
  expect(screen.getByRole('switch', { name: 'Weekly digest' })).not.toBeChecked()
})

it('leaves e-mails off that a link in one of them stopped, while a change waited here for the network', async () => {
  const stored = { ...STORED, emailNotifications: true }
  answers(getNotifications, () => ({ status: 200, body: { ...NO_SERVICES, preferences: stored } }) as const)
  cutsOff(saveNotifications)
  const { user, signedIn } = openApp('/notification-preferences')
  await waitFor(() => expect(screen.getByRole('switch', { name: 'Email notifications' })).toBeChecked())
  await user.click(screen.getByRole('switch', { name: 'Menu scan complete' }))
  expect(await screen.findByText(/We'll send it to the server/)).toBeVisible()
  cleanup()
  stored.emailNotifications = false
  answers(saveNotifications, async ({ request }) => {
    Object.assign(stored, await request.clone().json())
    return { status: 204 as const, body: null }
  })
  signsIn(signedIn)
  openApp('/notification-preferences')
  await waitFor(() => expect(screen.getByRole('switch', { name: 'Email notifications' })).not.toBeChecked())
  expect(screen.getByRole('switch', { name: 'Menu scan complete' })).not.toBeChecked()
  expect(stored).toMatchObject({ emailNotifications: false, menuScanComplete: false })
})

it('sends all preferences when an earlier release stored only that something was unsent', async () => {
  const { signedIn } = openApp('/terms')
  cleanup()
  localStorage.setItem(`beergoggles.notification-preferences-${signedIn.id}`, JSON.stringify(STORED))
  localStorage.setItem(`beergoggles.notification-preferences-unsent-${signedIn.id}`, 'true')
  const saved = requestsTo(saveNotifications)
  signsIn(signedIn)
  openApp('/notification-preferences')
  await waitFor(() => expect(saved).toHaveLength(1))
  expect(await saved[0]?.json()).toMatchObject(STORED)
})

function aGate() {
  let open: () => void = () => undefined
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open, opened }
}

it('keeps what the user changed while the stored preferences were on their way, and takes the others over', async () => {
  const answer = aGate()
  answers(getNotifications, async () => {
    await answer.opened
    return { status: 200 as const, body: { ...NO_SERVICES, preferences: STORED, email: 'no-address' as const } }
  })
  answers(saveNotifications, { status: 204, body: null })
  const saved = requestsTo(saveNotifications)
  const { user } = openApp('/notification-preferences')
  const digest = await screen.findByRole('switch', { name: 'Weekly digest' })
  await user.click(digest)
  await user.click(digest)
  await waitFor(() => expect(saved).toHaveLength(2))
  answer.open()
  const emails = screen.getByRole('switch', { name: 'Email notifications' })
  await waitFor(() => expect(emails).toHaveAccessibleDescription(/no email address/))
  expect(digest).not.toBeChecked()
  expect(screen.getByRole('switch', { name: 'New beer ratings' })).not.toBeChecked()
  expect(preferences.get()).toMatchObject({ weeklyDigest: false, newBeerRatings: false })
})

it('sends the last change last, and only that one settles what is unsent', async () => {
  const first = aGate()
  const unsent = () => localStorage.getItem(`beergoggles.notification-preferences-unsent-${signedIn.id}`)
  answers(saveNotifications, async () => {
    if (saved.length === 1) await first.opened
    return { status: 204 as const, body: null }
  })
  const saved = requestsTo(saveNotifications)
  const { user, signedIn } = openApp('/notification-preferences')
  const digest = await screen.findByRole('switch', { name: 'Weekly digest' })
  await user.click(digest)
  await waitFor(() => expect(saved).toHaveLength(1))
  await user.click(digest)
  expect(saved).toHaveLength(1)
  first.open()
  await waitFor(() => expect(saved).toHaveLength(2))
  await waitFor(() => expect(unsent()).toBe('[]'))
  expect(await saved[1]?.json()).toMatchObject({ weeklyDigest: false })
})

/** A browser with a push service; undefined: it cannot be reached. */
function aPushService(subscription: { endpoint: string; keys: { p256dh: string; auth: string } } | undefined) {
  const unsubscribe = vi.fn()
  const pushManager = {
    subscribe: vi.fn(async () => {
      if (!subscription) throw new DOMException('Registration failed', 'AbortError')
      return { toJSON: () => subscription, unsubscribe }
    }),
    getSubscription: async () => (subscription ? { unsubscribe } : null),
  }
  const serviceWorker = Object.assign(new EventTarget(), { getRegistration: async () => ({ pushManager }) })
  vi.stubGlobal('navigator', Object.create(navigator, { serviceWorker: { value: serviceWorker } }))
  return { subscribe: pushManager.subscribe, unsubscribe }
}
const SUBSCRIPTION = {
  endpoint: 'https://push.example.org/1',
  keys: { p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) },
}

it('has the server push to a browser that allows it, until push is switched off', async () => {
  aBrowserWith('granted')
  const { subscribe, unsubscribe } = aPushService(SUBSCRIPTION)
  answers(getNotifications, { status: 200, body: { ...NO_SERVICES, preferences: STORED, pushKey: 'our-key' } })
  answers(subscribeToPush, { status: 204, body: null })
  answers(unsubscribeFromPush, { status: 204, body: null })
  const [subscribed, dismissed] = [requestsTo(subscribeToPush), requestsTo(unsubscribeFromPush)]
  const { user } = openApp('/notification-preferences')
  await user.click(await screen.findByRole('button', { name: 'Allow in this browser' }))
  expect(await screen.findByText(/You'll get them when the app is closed, too/)).toBeVisible()
  expect(subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: 'our-key' })
  expect(await subscribed[0]?.json()).toEqual(SUBSCRIPTION)
  await user.click(screen.getByRole('switch', { name: 'Push notifications' }))
  await waitFor(() => expect(dismissed).toHaveLength(1))
  expect(unsubscribe).toHaveBeenCalled()
})

it('has the server push to the browser again after a reset, without asking', async () => {
  const { requestPermission } = aBrowserWith('granted')
  Object.assign(Notification, { permission: 'granted' })
  const { subscribe } = aPushService(SUBSCRIPTION)
  const stored = { ...STORED, pushNotifications: false }
  answers(getNotifications, { status: 200, body: { ...NO_SERVICES, preferences: stored, pushKey: 'our-key' } })
  answers(subscribeToPush, { status: 204, body: null })
  const { user } = openApp('/notification-preferences')
  const push = await screen.findByRole('switch', { name: 'Push notifications' })
  await waitFor(() => expect(push).not.toBeChecked())
  const order: string[] = []
  network.events.on('request:start', ({ request: { method, url } }) => {
    if (method !== 'GET') order.push(new URL(url).pathname)
  })
  answers(saveNotifications, () => {
    Object.assign(stored, DEFAULTS)
    return { status: 204 as const, body: null }
  })
  await user.click(screen.getByRole('button', { name: 'Reset to Defaults' }))
  expect(await screen.findByText(/You'll get them when the app is closed, too/)).toBeVisible()
  expect(push).toBeChecked()
  expect(subscribe).toHaveBeenCalled()
  expect(order[0]).toBe(saveNotifications.path)
  expect(order.at(-1)).toBe(subscribeToPush.path)
  expect(requestPermission).not.toHaveBeenCalled()
})

it('says what it cannot do: an unreachable push service, a server that sends none', async () => {
  aBrowserWith('granted')
  aPushService(undefined)
  answers(getNotifications, { status: 200, body: { ...NO_SERVICES, preferences: STORED, pushKey: 'our-key' } })
  const { user } = openApp('/notification-preferences')
  await user.click(await screen.findByRole('button', { name: 'Allow in this browser' }))
  expect(await screen.findByText(/can't receive them while the app is closed/)).toBeVisible()
  cleanup()
  answers(getNotifications, { status: 200, body: { ...NO_SERVICES, preferences: STORED } })
  openApp('/notification-preferences')
  expect(await screen.findByText(/This server doesn't send notifications while the app is closed/)).toBeVisible()
})

it('enrols the browser again at each start, without asking', async () => {
  const { requestPermission } = aBrowserWith('granted')
  Object.assign(Notification, { permission: 'granted' })
  aPushService(SUBSCRIPTION)
  answers(getNotifications, { status: 200, body: { ...NO_SERVICES, pushKey: 'our-key' } })
  answers(subscribeToPush, { status: 204, body: null })
  const [subscribed, saved] = [requestsTo(subscribeToPush), requestsTo(saveNotifications)]
  preferences.set({ ...DEFAULTS, menuScanComplete: false })
  openApp('/terms')
  await waitFor(() => expect(subscribed).toHaveLength(1))
  expect(await saved[0]?.json()).toMatchObject({ menuScanComplete: false })
  expect(requestPermission).not.toHaveBeenCalled()
})

it('has the server start with what its user chose in this browser, not with what another did', async () => {
  const { user } = openApp('/notification-preferences')
  for (const name of ['Menu scan complete', 'Vibration']) await user.click(await screen.findByRole('switch', { name }))
  cleanup()
  aBrowserWith('granted')
  Object.assign(Notification, { permission: 'granted' })
  aPushService(SUBSCRIPTION)
  answers(getNotifications, { status: 200, body: { ...NO_SERVICES, pushKey: 'our-key' } })
  answers(subscribeToPush, { status: 204, body: null })
  const saved = requestsTo(saveNotifications)
  signsIn(aUser())
  openApp('/notification-preferences')
  await waitFor(() => expect(saved).not.toHaveLength(0))
  expect(await saved[0]?.json()).toMatchObject({ menuScanComplete: true })
  expect(screen.getByRole('switch', { name: 'Vibration' })).not.toBeChecked()
})

it('gives what was stored before it was kept by user to the first one', async () => {
  localStorage.setItem('beergoggles.notification-preferences', JSON.stringify({ ...DEFAULTS, weeklyDigest: true }))
  localStorage.setItem('beergoggles.notification-preferences-unsent', 'true')
  const saved = requestsTo(saveNotifications)
  openApp('/notification-preferences')
  await waitFor(() => expect(saved).toHaveLength(1))
  expect(await saved[0]?.json()).toMatchObject({ weeklyDigest: true })
  cleanup()
  signsIn(aUser())
  openApp('/notification-preferences')
  expect(await screen.findByRole('switch', { name: 'Weekly digest' })).not.toBeChecked()
  expect(saved).toHaveLength(1)
})

it('tells the server the language of the app when it knows another', async () => {
  answers(saveLanguage, { status: 204, body: null })
  const sent = requestsTo(saveLanguage)
  openApp('/terms', aUser({ language: 'cs' }))
  await waitFor(() => expect(sent).toHaveLength(1), { timeout: 5_000 })
  expect(await sent[0]?.json()).toEqual({ language: 'en' })
})

it('offers to confirm the address that emails go to', async () => {
  const preferences = { ...STORED, emailNotifications: true }
  answers(getNotifications, { status: 200, body: { ...NO_SERVICES, preferences, email: 'unconfirmed' } })
  answers(sendConfirmation, { status: 202, body: null })
  const { user } = openApp('/notification-preferences')
  await user.click(await screen.findByRole('button', { name: 'Send a link to confirm my address' }))
  expect(await screen.findByText('Link sent')).toBeVisible()
})
