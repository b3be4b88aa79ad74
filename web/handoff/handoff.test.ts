import { afterEach, beforeEach, expect, it, type MockInstance, vi } from 'vitest'
import { aSightedBeer, aSingleAnswer } from '#web/testing/builders.ts'
import { handoff } from './handoff.ts'

let released: MockInstance<typeof URL.revokeObjectURL>
beforeEach(() => {
  released = vi.spyOn(URL, 'revokeObjectURL')
})
afterEach(() => handoff.clear())

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

/** The page goes away, and another one opens for the user. */
async function reloadFor(user: number): Promise<void> {
  window.dispatchEvent(new Event('pagehide'))
  await discardFor(user)
}

/** The page goes away without notice, and another one opens for the user. */
async function discardFor(user: number): Promise<void> {
  handoff.clear()
  close()
  await openFor(user)
}

function hide(): void {
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  document.dispatchEvent(new Event('visibilitychange'))
  visibility.mockRestore()
}

async function openFor(user: number): Promise<void> {
  await new Promise<void>((opened) => {
    close = handoff.openFor(user, opened)
  })
}
let close: () => void = () => undefined
afterEach(() => close())

it('restores menu and beer after a reload, for the same user', async () => {
  const menu = { ...aMenu(crypto.randomUUID()), beers: [aSightedBeer()] }
  await openFor(1)
  handoff.leaveMenu(menu)
  handoff.leaveAnswer(aSingleAnswer())
  handoff.setPreviousPage('/search')
  const { currentBeer } = handoff.get()
  await reloadFor(1)
  expect(handoff.get()).toMatchObject({ menu, currentBeer, previousPage: '/search' })
  await reloadFor(2)
  expect(handoff.get().menu).toBeNull()
  await reloadFor(1)
  expect(handoff.get().menu).toBeNull()
})

it('is restored as often as the phone discards the page, once that was hidden', async () => {
  await openFor(1)
  const menu = { ...aMenu(crypto.randomUUID()), beers: [aSightedBeer()] }
  handoff.leaveMenu(menu)
  hide()
  await discardFor(1)
  expect(handoff.get()).toMatchObject({ menu })
  await discardFor(1)
  expect(handoff.get()).toMatchObject({ menu })
})

it('keeps what is newer than the stored when it is opened again', async () => {
  await openFor(1)
  handoff.leaveMenu({ ...aMenu(crypto.randomUUID()), beers: [] })
  hide()
  const newer = aMenu(crypto.randomUUID())
  handoff.leaveMenu({ ...newer, beers: [] })
  close()
  await openFor(1)
  expect(handoff.get().menu?.scanId).toBe(newer.scanId)
})

it('leaves nothing of another user stored', async () => {
  await openFor(1)
  handoff.leaveMenu({ ...aMenu(crypto.randomUUID()), beers: [] })
  hide()
  await discardFor(2)
  await discardFor(1)
  expect(handoff.get().menu).toBeNull()
})

it('is empty for another user without a reload', async () => {
  await openFor(1)
  handoff.leaveMenu({ ...aMenu('one'), beers: [] })
  close()
  await openFor(1)
  expect(handoff.get().menu).not.toBeNull()
  close()
  await openFor(2)
  expect(handoff.get().menu).toBeNull()
})

it('ignores data stored by another version in another format', async () => {
  for (const stored of [JSON.stringify({ userId: 1, menu: { beers: 'many' } }), '{']) {
    sessionStorage.setItem('beergoggles.handoff', stored)
    await discardFor(1)
    expect(handoff.get().menu).toBeNull()
  }
})
