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

it('keeps the photo of a menu until the menu is gone', () => {
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

it('releases a photo at once if no menu came from it', () => {
  const picture = leave('one')
  handoff.leaveMenu({ ...aMenu('another'), beers: [] })
  expect(handoff.get().menuPicture).toBeNull()
  leave('two')
  expect(released.mock.calls).toEqual([[picture.url]])
})

it('keeps the photo when the same menu is left again, and clears both for another user', () => {
  const picture = leave('one')
  handoff.leaveMenu({ ...aMenu('one'), beers: [] })
  handoff.dropImage()
  handoff.leaveMenu({ ...aMenu('one'), beers: [aSightedBeer()] })
  expect(handoff.get().menuPicture?.url).toBe(picture.url)
  handoff.clear()
  expect(handoff.get()).toMatchObject({ menu: null, menuPicture: null, capturedImage: null })
  expect(released.mock.calls).toEqual([[picture.url]])
})

it('corrects only the menu of that scan', () => {
  const right = aSightedBeer({ name: 'Orval' })
  handoff.leaveMenu({ ...aMenu('one'), beers: [aSightedBeer({ name: 'Hell' })] })
  handoff.correctMenu('another', [right])
  expect(handoff.get().menu?.beers[0]?.name).toBe('Hell')
  handoff.correctMenu('one', [right])
  expect(handoff.get().menu?.beers[0]?.name).toBe('Orval')
})

it('restores menu and beer after a reload into a new version, once and for the same user', () => {
  const menu = { ...aMenu(crypto.randomUUID()), beers: [aSightedBeer()] }
  handoff.leaveMenu(menu)
  handoff.leaveAnswer(aSingleAnswer())
  handoff.setPreviousPage('/search')
  const { currentBeer } = handoff.get()
  handoff.persistFor(1)
  handoff.clear()
  handoff.restoreFor(1)
  expect(handoff.get()).toMatchObject({ menu, currentBeer, previousPage: '/search' })
  handoff.clear()
  handoff.restoreFor(1)
  expect(handoff.get().menu).toBeNull()

  handoff.leaveMenu(menu)
  handoff.persistFor(1)
  handoff.clear()
  handoff.restoreFor(2)
  expect(handoff.get().menu).toBeNull()
})

it('ignores data stored by another version in another format', () => {
  sessionStorage.setItem('beergoggles.handoff', JSON.stringify({ userId: 1, menu: { beers: 'many' } }))
  handoff.restoreFor(1)
  sessionStorage.setItem('beergoggles.handoff', '{')
  handoff.restoreFor(1)
  expect(handoff.get().menu).toBeNull()
})
