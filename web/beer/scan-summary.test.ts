import { describe, expect, it } from 'vitest'
import { aMenuScan, aScan, aSightedBeer } from '#web/testing/builders.ts'
import { foundText, historyPath, labelOf, summaryOf } from './scan-summary.ts'

const beer = (name: string, rating: number) => aSightedBeer({ name, rating })
const group = (beers: Parameters<typeof aMenuScan>[0]) => aScan({ scanType: 'multiple_beers', beers })

describe('the summary of a scan', () => {
  it("is the beer's name, or 'Beer Scan' when there is none", () => {
    expect(summaryOf(aScan({ beer: beer('Orval', 94) }))).toBe('Orval')
    expect(summaryOf(aScan())).toBe('Beer Scan')
  })

  it('says when nothing was found', () => {
    expect(summaryOf(aMenuScan([]))).toBe('No beers found in menu')
    expect(summaryOf(group([]))).toBe('No beers detected')
  })

  it('is the name of the only beer', () => {
    expect(summaryOf(aMenuScan([beer('Orval', 94)]))).toBe('Orval')
  })

  it('names the range of ratings, the top-rated beer and how many more', () => {
    expect(summaryOf(aMenuScan([beer('Hell', 71), beer('Orval', 94), beer('Kriek', 80)]))).toBe(
      '71-94★ • Orval + 2 more',
    )
  })

  it('leaves the range out when all are rated alike', () => {
    expect(summaryOf(group([beer('Hell', 80), beer('Kriek', 80)]))).toBe('Hell + 1 more')
  })

  it('counts no pending rating as the low end', () => {
    expect(summaryOf(group([beer('Hell', 0), beer('Kriek', 80), beer('Orval', 94)]))).toBe('80-94★ • Orval + 2 more')
  })

  it('falls back when there is no list at all', () => {
    expect(summaryOf(aScan({ scanType: 'menu', isMenu: 'true' }))).toBe('Menu scan')
    expect(summaryOf(aScan({ scanType: 'multiple_beers' }))).toBe('Multiple beers detected')
  })
})

describe('a scan in the history', () => {
  it.each([
    [aScan(), 'Single Beer'],
    [aMenuScan([]), 'Beer Menu'],
    [aScan({ isMenu: true }), 'Beer Menu'],
    [group([]), 'Beer Group'],
  ])('is labelled by its kind', (scan, label) => {
    expect(labelOf(scan)).toBe(label)
  })

  it('opens as a menu only when it is a completed one', () => {
    const menu = aMenuScan([])
    expect(historyPath(menu)).toBe(`/menu/${menu.id}`)
    const running = aMenuScan([], { status: 'processing' })
    expect(historyPath(running)).toBe(`/scan/${running.id}`)
    const fridge = group([])
    expect(historyPath(fridge)).toBe(`/scan/${fridge.id}`)
  })

  it('says how many of how many were found where that is known', () => {
    const beers = [beer('Orval', 94), beer('Hell', 80)]
    expect(foundText(aScan({ scanType: 'multiple_beers', beers, detected: 3 }))).toBe('2 of 3 found')
    const packs = [aSightedBeer({ count: 3 }), aSightedBeer()]
    expect(foundText(aScan({ scanType: 'multiple_beers', beers: packs, detected: 4 }))).toBe('2 beers')
    expect(foundText(aScan({ scanType: 'multiple_beers', beers: packs, detected: 6 }))).toBe('4 of 6 found')
    expect(foundText(group(beers))).toBe('2 beers')
  })
})
