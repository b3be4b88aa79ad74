import { afterEach, expect, it, vi } from 'vitest'
import type { Outcome, RecogniseAsk } from '../outcome.ts'
import { searchBarcodes } from './barcodes.ts'

const PHOTO = { bytes: new Uint8Array(), width: 1, height: 1 }
const SINGLE: Outcome = { shape: 'single', sightings: [], detected: null, title: null, complete: true }
const ONE: RecogniseAsk = { call: 'identify', context: 'single_beer' }

const search = (read: () => Promise<string[]>, ask = ONE, outcome = SINGLE) =>
  searchBarcodes(read, PHOTO, ask).resultFor(outcome)

afterEach(() => vi.restoreAllMocks())

it('returns each barcode once, in the normalised form', async () => {
  expect(await search(async () => ['036000291452', '0036000291452', '96385074'])).toEqual(['0036000291452', '96385074'])
})

it('ignores barcodes with a wrong check digit', async () => {
  expect(await search(async () => ['5410228142217'])).toEqual([])
})

it('starts before the text is read', async () => {
  const read = vi.fn(async () => ['96385074'])
  searchBarcodes(read, PHOTO, ONE)
  expect(read).toHaveBeenCalledOnce()
})

it('does not search if several beers or a menu are expected', async () => {
  const read = vi.fn(async () => ['96385074'])
  for (const context of ['menu', 'fridge', 'multiple_beers'] as const) {
    await search(read, { call: 'identify', context })
  }
  await search(read, { call: 'menu', context: 'auto' })
  expect(read).not.toHaveBeenCalled()
})

it('returns no barcodes for a photo that turns out to show several beers', async () => {
  const auto: RecogniseAsk = { call: 'identify', context: 'auto' }
  expect(await search(async () => ['96385074'], auto, { ...SINGLE, shape: 'group' })).toEqual([])
})

it('returns none and logs the error if the search fails', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  const broken = async () => {
    throw new Error('no program')
  }
  expect(await search(broken)).toEqual([])
  expect(warn).toHaveBeenCalledWith('Searching the photo for barcodes failed.', expect.any(Error))
})
