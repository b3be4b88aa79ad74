import { afterEach, expect, it, vi } from 'vitest'
import { searchCodes } from './barcodes.ts'
import type { Outcome, RecogniseAsk } from './outcome.ts'

const PHOTO = { bytes: new Uint8Array(), width: 1, height: 1 }
const SINGLE: Outcome = { shape: 'single', sightings: [], detected: null, title: null, complete: true }
const ONE: RecogniseAsk = { call: 'identify', context: 'single_beer' }

const told = async (read: () => Promise<string[]>, ask = ONE, outcome = SINGLE) =>
  (await searchCodes(read, PHOTO, ask).tellWith(outcome)).codes

afterEach(() => vi.restoreAllMocks())

it('tells each code once, in the form in which codes are stored', async () => {
  expect(await told(async () => ['036000291452', '0036000291452', '96385074'])).toEqual(['0036000291452', '96385074'])
})

it('tells no code whose check digit is wrong', async () => {
  expect(await told(async () => ['5410228142217'])).toBeUndefined()
})

it('begins before the text is read', async () => {
  const read = vi.fn(async () => ['96385074'])
  searchCodes(read, PHOTO, ONE)
  expect(read).toHaveBeenCalledOnce()
})

it('does not look where several beers or a menu are expected', async () => {
  const read = vi.fn(async () => ['96385074'])
  for (const context of ['menu', 'fridge', 'multiple_beers'] as const) {
    await told(read, { call: 'identify', context })
  }
  await told(read, { call: 'menu', context: 'auto' })
  expect(read).not.toHaveBeenCalled()
})

it('tells no code of a photo that shows several beers', async () => {
  const auto: RecogniseAsk = { call: 'identify', context: 'auto' }
  expect(await told(async () => ['96385074'], auto, { ...SINGLE, shape: 'group' })).toBeUndefined()
})

it('leaves the text’s answer as it is when codes cannot be looked for, and logs why', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  const broken = async () => {
    throw new Error('no program')
  }
  expect(await searchCodes(broken, PHOTO, ONE).tellWith(SINGLE)).toEqual(SINGLE)
  expect(warn).toHaveBeenCalledWith('The codes of a photo could not be read.', expect.any(Error))
})
