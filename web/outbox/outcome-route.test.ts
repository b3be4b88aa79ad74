import { afterEach, describe, expect, it } from 'vitest'
import { handoff } from '#web/handoff/handoff.ts'
import { aSightedBeer, aSingleAnswer } from '#web/testing/builders.ts'
import type { Outcome } from './deliver.ts'
import { handOver, outcomeRoute, storedRoute } from './outcome-route.ts'

const answer = aSingleAnswer({ beer: aSightedBeer({ id: 5 }) })
const group = (context: 'menu' | 'fridge' | 'multiple_beers'): Outcome => ({
  kind: 'group',
  scanId: 's',
  context,
  beers: [aSightedBeer()],
  title: 'Tonight',
})
const nothing: Outcome = { kind: 'nothing', context: 'menu' }

afterEach(() => handoff.clear())

describe('the route of an outcome', () => {
  it.each([
    [{ kind: 'single', answer }, '/results?beer=5', '/results?beer=5'],
    [group('menu'), '/menu-view', '/menu/s'],
    [group('fridge'), '/menu-view', '/scan/s'],
    [group('multiple_beers'), '/menu-view', '/scan/s'],
    [{ ...group('menu'), pageOf: 'first' }, '/menu-view', '/menu/first'],
    [{ kind: 'continues', scanId: 's' }, '/scan/s', '/scan/s'],
    [nothing, undefined, undefined],
  ] as [Outcome, string | undefined, string | undefined][])(
    'of %o is %s for a user who waits and %s for one who has left',
    (outcome, waiting, gone) => {
      expect(outcomeRoute(outcome, 'waiting')).toBe(waiting)
      expect(outcomeRoute(outcome, 'gone')).toBe(gone)
    },
  )
})

it.each([
  [{ scanId: 's', isMenu: true }, '/menu/s'],
  [{ scanId: 's', isMenu: false }, '/scan/s'],
  [{ scanId: 's', isMenu: false, pageOf: null }, '/scan/s'],
  [{ scanId: 's', isMenu: true, pageOf: 'first' }, '/menu/first'],
  [{ scanId: 's', isMenu: false, pageOf: 'first' }, '/menu/first'],
])('opens the stored scan %o at %s', (stored, path) => {
  expect(storedRoute(stored)).toBe(path)
})

describe('handing over an outcome', () => {
  it('leaves a single beer as the current beer', () => {
    expect(handOver({ kind: 'single', answer })).toBe('/results?beer=5')
    expect(handoff.get().currentBeer?.beer.id).toBe(5)
  })

  it('leaves a group as the current menu', () => {
    expect(handOver(group('fridge'))).toBe('/menu-view')
    expect(handoff.get().menu).toMatchObject({ scanId: 's', context: 'fridge', title: 'Tonight' })
  })

  it('keeps the photo of an empty scan, so that it can be retried', () => {
    expect(handOver(nothing)).toBeUndefined()
    expect(handoff.get()).toMatchObject({ nothingFound: true, menu: null, currentBeer: null })
  })

  it('leaves nothing for a scan that continues on the server', () => {
    const before = handoff.get()
    expect(handOver({ kind: 'continues', scanId: 's' })).toBe('/scan/s')
    expect(handoff.get()).toBe(before)
  })
})
