import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { DEFAULTS, preferences } from '#web/device/preferences.ts'
import { aMenuScan, aScan, aSightedBeer, aSingleAnswer } from '#web/testing/builders.ts'
import { showEndNotice } from './end-notice.ts'
import { endOfOutcome, endOfScan } from './scan-end.ts'

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
  [{ kind: 'group', scanId: 'g', beers: 1 }, ['Scan complete', '1 beer found', '/scan/g']],
  [{ kind: 'single', scanId: 's', name: 'Orval' }, ['Orval', 'Found on your photo.', '/scan/s']],
  [{ kind: 'nothing', scanId: 'n' }, ['No beer detected', expect.any(String), '/scan/n']],
  [{ kind: 'barcode', scanId: 'b' }, ['Barcode read', 'Which beer is it?', '/scan/b']],
  [{ kind: 'failed', scanId: 'f' }, ["Couldn't read a photo", expect.any(String), '/scan/f']],
  [{ ...menu, scanId: 'p', pageOf: 'm' }, ['Menu page added', '14 beers found', '/menu/m']],
  [{ kind: 'single', name: 'Orval', scanId: 'p', pageOf: 'm' }, ['Menu page added', '1 beer found', '/menu/m']],
  [{ kind: 'nothing', scanId: 'p', pageOf: 'm' }, ['No beer detected on a menu page', expect.any(String), '/menu/m']],
  [{ kind: 'failed', scanId: 'p', pageOf: 'm' }, ["Couldn't read a menu page", expect.any(String), '/menu/m']],
] as const)('reports the end of a scan and links to it: %o', async (ending, notice) => {
  await showEndNotice(ending)
  expect(shown.mock.calls).toEqual([notice])
})

it('is silent on a visible page and without permission', async () => {
  for (const [permission, visibility] of [
    ['granted', 'visible'],
    ['default', 'hidden'],
    ['denied', 'hidden'],
  ] as const) {
    aBrowser(permission, visibility)
    await showEndNotice(menu)
  }
  expect(shown).not.toHaveBeenCalled()
})

it('follows the preferences: no menus, or nothing at all', async () => {
  preferences.set({ ...DEFAULTS, menuScanComplete: false })
  await showEndNotice(menu)
  expect(shown).not.toHaveBeenCalled()
  await showEndNotice({ kind: 'group', scanId: 'g', beers: 2 })
  expect(shown).toHaveBeenCalledTimes(1)
  preferences.set({ ...DEFAULTS, pushNotifications: false })
  await showEndNotice({ kind: 'group', scanId: 'g', beers: 2 })
  expect(shown).toHaveBeenCalledTimes(1)
})

it('derives the end from an outcome and from a stored scan', () => {
  const beer = aSightedBeer({ name: 'Orval' })
  expect(endOfScan(aMenuScan([beer, beer], { id: 'x' }))).toEqual({ kind: 'menu', scanId: 'x', beers: 2 })
  expect(endOfScan(aMenuScan([], { id: 'x' }))).toEqual({ kind: 'nothing', scanId: 'x' })
  expect(endOfScan(aScan({ id: 'x', beer }))).toEqual({ kind: 'single', scanId: 'x', name: 'Orval' })
  expect(endOfScan(aScan({ id: 'x', status: 'failed' }))).toEqual({ kind: 'failed', scanId: 'x' })
  const group = aScan({ id: 'x', scanType: 'multiple_beers', beers: [beer] })
  expect(endOfScan(group)).toEqual({ kind: 'group', scanId: 'x', beers: 1 })
  const answer = aSingleAnswer({ beer })
  expect(endOfOutcome('x', { kind: 'single', answer })).toEqual({ kind: 'single', scanId: 'x', name: 'Orval' })
  expect(endOfOutcome('x', { kind: 'continues', scanId: 'x' })).toBeUndefined()
  const page = aMenuScan([beer], { id: 'x', pageOf: 'm' })
  expect(endOfScan(page)).toEqual({ kind: 'menu', scanId: 'x', beers: 1, pageOf: 'm' })
  const joined = { scanId: 'x', context: 'menu', title: null, pageOf: 'm' } as const
  expect(endOfOutcome('x', { kind: 'group', ...joined, beers: [beer] })).toEqual({
    kind: 'menu',
    scanId: 'x',
    beers: 1,
    pageOf: 'm',
  })
})
