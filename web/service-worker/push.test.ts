import { expect, it, vi } from 'vitest'
import type { PushMessage } from '#contracts'
import { receivePush } from './push.ts'

const CHROME =
  'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36'
const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148'
const MENU = '0b7ad5f2-43a0-4b52-a3a8-0d5e2b3f9a11'

async function pushed(notice: PushMessage | string, open: [path: string, state: string][] = [], userAgent = CHROME) {
  const shown: unknown[] = []
  const close = vi.fn()
  await receivePush(typeof notice === 'string' ? notice : JSON.stringify(notice), {
    registration: {
      async showNotification(title, { body, tag, data } = {}) {
        expect(data).toEqual({ path: tag })
        shown.push([title, body, tag])
      },
      getNotifications: async () => [{ close } as unknown as Notification],
    },
    pages: async () =>
      open.map(([path, state]) => ({
        url: `https://beer.example.org${path}`,
        visibilityState: state as DocumentVisibilityState,
      })),
    userAgent,
  })
  return { shown, closed: close.mock.calls.length }
}

const words = { title: 'Menu scan complete', body: '14 beers found' } as const
const menu = { kind: 'menu', scanId: MENU, joined: false, beers: 14, ...words } as const
const rating = {
  kind: 'rating',
  beerId: 7,
  name: 'Orval',
  before: 79,
  rating: 84,
  isExpected: false,
  ...words,
} as const

it.each([
  [menu, ['Menu scan complete', '14 beers found', `/menu/${MENU}`]],
  [rating, ['Menu scan complete', '14 beers found', '/results?beer=7']],
  [{ kind: 'week', ...words }, ['Menu scan complete', '14 beers found', '/profile/week']],
  ['{"kind":"of a newer server"}', ['BeerGoggles', '', '/']],
  ['no json', ['BeerGoggles', '', '/']],
] as const)('shows %o and links to it', async (notice, shown) => {
  expect(await pushed(notice)).toEqual({ shown: [shown], closed: 0 })
})

it('is silent about what is on the screen already', async () => {
  expect((await pushed(rating, [['/results?beer=7', 'visible']])).shown).toEqual([])
  expect((await pushed(rating, [['/results?beer=7', 'hidden']])).shown).toHaveLength(1)
  expect((await pushed(rating, [['/results?beer=8', 'visible']])).shown).toHaveLength(1)
})

it('leaves finished menus to the app while it is open', async () => {
  expect((await pushed(menu, [['/', 'visible']])).shown).toEqual([])
  expect((await pushed(menu, [['/', 'hidden']])).shown).toHaveLength(1)
})

it('shows and withdraws it at once where a browser insists on a notice', async () => {
  expect(await pushed(menu, [['/', 'visible']], SAFARI)).toMatchObject({ closed: 1 })
  expect((await pushed(menu, [['/', 'hidden']], SAFARI)).closed).toBe(0)
})
