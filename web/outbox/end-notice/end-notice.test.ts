import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { DEFAULTS, preferences } from '#web/device/preferences.ts'
import { aMenuScan, aScan, aSightedBeer, aSingleAnswer } from '#web/testing/builders.ts'
import { type Ended, endOf } from '../scan-end.ts'
import { showEndNotice } from './end-notice.ts'

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
  vi.unstubAllGlobals()
  shown.mockReset()
})

const beer = aSightedBeer({ name: 'Orval' })
const answer = aSingleAnswer({ beer })
const asked = aSingleAnswer({ beer, outcome: 'ask', confidence: 54 })
const listOf = (context: 'menu' | 'fridge', count: number) =>
  ({ kind: 'group', scanId: 'x', context, title: null, beers: Array(count).fill(beer) }) as const
const menu = listOf('menu', 14)
const nothing = { kind: 'nothing', context: 'auto' } as const
const ofPage = { pageOf: 'm' }

it.each<[Ended, [string, unknown, string]]>([
  [menu, ['Menu scan complete', '14 beers found', '/menu/x']],
  [listOf('fridge', 1), ['Scan complete', '1 beer found', '/scan/x']],
  [{ kind: 'single', answer }, ['Orval', 'Found on your photo.', '/scan/x']],
  [{ kind: 'single', answer: asked }, ['Which beer is it?', "We're not sure about one of your photos.", '/scan/x']],
  [aScan({ id: 'x', beer: { ...beer, outcome: 'ask' } }), ['Which beer is it?', expect.any(String), '/scan/x']],
  [nothing, ['No beer detected', expect.any(String), '/scan/x']],
  [{ kind: 'barcode', scanId: 'x' }, ['Barcode read', 'Which beer is it?', '/scan/x']],
  [{ kind: 'failed' }, ["Couldn't read a photo", expect.any(String), '/scan/x']],
  [{ ...menu, ...ofPage }, ['Menu page added', '14 beers found', '/menu/m']],
  [aScan({ id: 'x', beer, ...ofPage }), ['Menu page added', '1 beer found', '/menu/m']],
  [{ ...nothing, ...ofPage }, ['No beer detected on a menu page', expect.any(String), '/menu/m']],
  [{ kind: 'failed', ...ofPage }, ["Couldn't read a menu page", expect.any(String), '/menu/m']],
])('reports the end of a scan and links to it: %o', async (ended, notice) => {
  await showEndNotice('x', ended)
  expect(shown.mock.calls).toEqual([notice])
})

it('reports nothing while the scan continues', async () => {
  await showEndNotice('x', { kind: 'continues', scanId: 'x' })
  expect(shown).not.toHaveBeenCalled()
})

it('is silent on a visible page and without permission', async () => {
  for (const [permission, visibility] of [
    ['granted', 'visible'],
    ['default', 'hidden'],
    ['denied', 'hidden'],
  ] as const) {
    aBrowser(permission, visibility)
    await showEndNotice('x', menu)
  }
  expect(shown).not.toHaveBeenCalled()
})

it('follows the preferences: no menus, or nothing at all', async () => {
  preferences.set({ ...DEFAULTS, menuScanComplete: false })
  await showEndNotice('x', menu)
  expect(shown).not.toHaveBeenCalled()
  await showEndNotice('x', listOf('fridge', 2))
  expect(shown).toHaveBeenCalledTimes(1)
  preferences.set({ ...DEFAULTS, pushNotifications: false })
  await showEndNotice('x', listOf('fridge', 2))
  expect(shown).toHaveBeenCalledTimes(1)
})

it('derives the end from an outcome and from a stored scan', () => {
  const endsOf = (ended: Ended) => endOf('x', ended)
  expect(endsOf(aMenuScan([beer, beer], { id: 'x' }))).toEqual({ kind: 'menu', scanId: 'x', beers: 2 })
  expect(endsOf(aMenuScan([], { id: 'x' }))).toEqual({ kind: 'nothing', scanId: 'x' })
  expect(endsOf(aScan({ id: 'x', beer }))).toEqual({ kind: 'single', scanId: 'x', name: 'Orval' })
  expect(endsOf(aScan({ id: 'x', status: 'failed' }))).toEqual({ kind: 'failed', scanId: 'x' })
  const group = aScan({ id: 'x', scanType: 'multiple_beers', beers: [beer] })
  expect(endsOf(group)).toEqual({ kind: 'group', scanId: 'x', beers: 1 })
  expect(endsOf({ kind: 'single', answer })).toEqual({ kind: 'single', scanId: 'x', name: 'Orval' })
  const page = aMenuScan([beer], { id: 'x', pageOf: 'm' })
  expect(endsOf(page)).toEqual({ kind: 'menu', scanId: 'x', beers: 1, pageOf: 'm' })
  expect(endsOf({ ...listOf('menu', 1), ...ofPage })).toEqual({ kind: 'menu', scanId: 'x', beers: 1, pageOf: 'm' })
})
