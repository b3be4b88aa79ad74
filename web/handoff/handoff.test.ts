import { afterEach, expect, it, vi } from 'vitest'
import { aSightedBeer, aSingleAnswer } from '#web/testing/builders.ts'
import { handoff } from './handoff.ts'

const released = vi.spyOn(URL, 'revokeObjectURL')
afterEach(() => {
  handoff.clear()
  released.mockClear()
})

const aMenu = (scanId: string) =>
  ({ scanId, beers: [aSightedBeer()], context: 'fridge', title: null, readAt: '2026-03-01T20:00:00.000Z' }) as const
const leave = (id: string) => handoff.leaveImage({ id, photo: new Blob(['jpeg']), context: 'fridge' })

it('keeps the picture of a menu while other pictures come and go, and releases it with the menu', () => {
  const picture = leave('one')
  handoff.leaveMenu({ ...aMenu('one'), beers: [] })
  const next = leave('two')
  expect(handoff.get().menuPicture?.url).toBe(picture.url)
  expect(released).not.toHaveBeenCalled()
  handoff.dropImage()
  expect(released.mock.calls).toEqual([[next.url]])
  handoff.leaveMenu(null)
  expect(released.mock.calls).toEqual([[next.url], [picture.url]])
})

it('releases a picture at once when no menu was read from it', () => {
  const picture = leave('one')
  handoff.leaveMenu({ ...aMenu('another'), beers: [] })
  expect(handoff.get().menuPicture).toBeNull()
  leave('two')
  expect(released.mock.calls).toEqual([[picture.url]])
})

it('keeps the picture when the same menu is left again, and lets another user have neither', () => {
  const picture = leave('one')
  handoff.leaveMenu({ ...aMenu('one'), beers: [] })
  handoff.dropImage()
  handoff.leaveMenu({ ...aMenu('one'), beers: [aSightedBeer()] })
  expect(handoff.get().menuPicture?.url).toBe(picture.url)
  handoff.clear()
  expect(handoff.get()).toMatchObject({ menu: null, menuPicture: null, capturedImage: null })
  expect(released.mock.calls).toEqual([[picture.url]])
})

it('corrects the menu of that scan, and no other', () => {
  const right = aSightedBeer({ name: 'Orval' })
  handoff.leaveMenu({ ...aMenu('one'), beers: [aSightedBeer({ name: 'Hell' })] })
  handoff.correctMenu('another', [right])
  expect(handoff.get().menu?.beers[0]?.name).toBe('Hell')
  handoff.correctMenu('one', [right])
  expect(handoff.get().menu?.beers[0]?.name).toBe('Orval')
})

it('keeps a menu and a read beer over the reload into another version, for the same user and once', () => {
  const menu = { ...aMenu(crypto.randomUUID()), beers: [aSightedBeer()] }
  handoff.leaveMenu(menu)
  handoff.leaveRead(aSingleAnswer())
  handoff.comingFrom('/search')
  const { currentBeer } = handoff.get()
  handoff.keepFor(1)
  handoff.clear()
  handoff.restoreFor(1)
  expect(handoff.get()).toMatchObject({ menu, currentBeer, previousPage: '/search' })
  handoff.clear()
  handoff.restoreFor(1)
  expect(handoff.get().menu).toBeNull()

  handoff.leaveMenu(menu)
  handoff.keepFor(1)
  handoff.clear()
  handoff.restoreFor(2)
  expect(handoff.get().menu).toBeNull()
})

it('leaves what another version kept in another form', () => {
  sessionStorage.setItem('beergoggles.handoff', JSON.stringify({ userId: 1, menu: { beers: 'many' } }))
  handoff.restoreFor(1)
  sessionStorage.setItem('beergoggles.handoff', '{')
  handoff.restoreFor(1)
  expect(handoff.get().menu).toBeNull()
})
