import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { DEFAULTS, preferences } from '#web/device/preferences.ts'
import { aMenuScan, aScan, aSightedBeer, aSingleAnswer } from '#web/testing/builders.ts'
import { endingOfOutcome, endingOfScan, tellOfEnd } from './tell-of-end.ts'

const shown = vi.fn()
function aBrowser(permission: NotificationPermission, visibility: DocumentVisibilityState): void {
  const Notification = Object.assign(
    class {
      constructor(title: string, look: NotificationOptions) {
        shown(title, look.body, look.tag)
      }
      addEventListener() {}
    },
    { permission },
  )
  vi.stubGlobal('Notification', Notification)
  vi.stubGlobal('isSecureContext', true)
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(visibility)
}
beforeEach(() => aBrowser('granted', 'hidden'))
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  shown.mockReset()
})

const menu = { kind: 'menu', scanId: 'm', beers: 14 } as const

it.each([
  [menu, ['Menu scan complete', '14 beers found', '/menu/m']],
  [{ kind: 'group', scanId: 'g', beers: 1 }, ['Your photo was read', '1 beer found', '/scan/g']],
  [{ kind: 'single', scanId: 's', name: 'Orval' }, ['Orval', 'Your photo was read.', '/scan/s']],
  [{ kind: 'nothing', scanId: 'n' }, ['No beer detected', expect.any(String), '/scan/n']],
  [{ kind: 'failed', scanId: 'f' }, ['A photo could not be read', expect.any(String), '/scan/f']],
  [{ ...menu, scanId: 'p', pageOf: 'm' }, ['Another page was read', '14 beers found', '/menu/m']],
  [{ kind: 'single', name: 'Orval', scanId: 'p', pageOf: 'm' }, ['Another page was read', '1 beer found', '/menu/m']],
  [
    { kind: 'nothing', scanId: 'p', pageOf: 'm' },
    ['No beer detected on a further page', expect.any(String), '/menu/m'],
  ],
  [{ kind: 'failed', scanId: 'p', pageOf: 'm' }, ['A page could not be read', expect.any(String), '/menu/m']],
] as const)('says how a scan ended, and leads to it: %o', async (ending, notice) => {
  await tellOfEnd(ending)
  expect(shown.mock.calls).toEqual([notice])
})

it('says nothing to a user who looks, who was not asked, or who refused', async () => {
  for (const [permission, visibility] of [
    ['granted', 'visible'],
    ['default', 'hidden'],
    ['denied', 'hidden'],
  ] as const) {
    aBrowser(permission, visibility)
    await tellOfEnd(menu)
  }
  expect(shown).not.toHaveBeenCalled()
})

it('follows the preferences: no menus, or nothing at all', async () => {
  preferences.set({ ...DEFAULTS, menuScanComplete: false })
  await tellOfEnd(menu)
  expect(shown).not.toHaveBeenCalled()
  await tellOfEnd({ kind: 'group', scanId: 'g', beers: 2 })
  expect(shown).toHaveBeenCalledTimes(1)
  preferences.set({ ...DEFAULTS, pushNotifications: false })
  await tellOfEnd({ kind: 'group', scanId: 'g', beers: 2 })
  expect(shown).toHaveBeenCalledTimes(1)
})

it('knows how a scan ended from its answer and from the scan itself', () => {
  const beer = aSightedBeer({ name: 'Orval' })
  expect(endingOfScan(aMenuScan([beer, beer], { id: 'x' }))).toEqual({ kind: 'menu', scanId: 'x', beers: 2 })
  expect(endingOfScan(aMenuScan([], { id: 'x' }))).toEqual({ kind: 'nothing', scanId: 'x' })
  expect(endingOfScan(aScan({ id: 'x', beer }))).toEqual({ kind: 'single', scanId: 'x', name: 'Orval' })
  expect(endingOfScan(aScan({ id: 'x', status: 'failed' }))).toEqual({ kind: 'failed', scanId: 'x' })
  const group = aScan({ id: 'x', scanType: 'multiple_beers', beers: [beer] })
  expect(endingOfScan(group)).toEqual({ kind: 'group', scanId: 'x', beers: 1 })
  const answer = aSingleAnswer({ beer })
  expect(endingOfOutcome('x', { kind: 'single', answer })).toEqual({ kind: 'single', scanId: 'x', name: 'Orval' })
  expect(endingOfOutcome('x', { kind: 'continues', scanId: 'x' })).toBeUndefined()
  const page = aMenuScan([beer], { id: 'x', pageOf: 'm' })
  expect(endingOfScan(page)).toEqual({ kind: 'menu', scanId: 'x', beers: 1, pageOf: 'm' })
  const joined = { scanId: 'x', context: 'menu', title: null, pageOf: 'm' } as const
  expect(endingOfOutcome('x', { kind: 'group', ...joined, beers: [beer] })).toEqual({
    kind: 'menu',
    scanId: 'x',
    beers: 1,
    pageOf: 'm',
  })
})
