/**
 * Photo -> the digits of the product codes printed on it. The decoder's program lies beside this package and is never
 * fetched. Like an engine it names no beer.
 */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Photo } from './engine.ts'
import { imageLibrary } from './image-library.ts'

/** Codes of goods, as they stand on bottles and cans; the short form of a UPC is none of them. */
const FORMATS: ('EAN13' | 'EAN8' | 'UPCA')[] = ['EAN13', 'EAN8', 'UPCA']
const CODES_MAX = 4

/**
 * The digits of each code on the photo, once each, in no order; empty when there is none. A code whose check digit is wrong
 * is not told. The photo is one that `preparePhoto` made.
 */
export async function readBarcodes({ bytes }: Photo): Promise<string[]> {
  const [{ readBarcodes: decode }, sharp] = await Promise.all([decoder(), imageLibrary()])
  // At its full size: a code is a tenth of the width of a photo that shows the whole bottle.
  const { data, info } = await sharp(bytes)
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const pixels = {
    data: new Uint8ClampedArray(data),
    width: info.width,
    height: info.height,
    colorSpace: 'srgb' as const,
  }
  const found = await decode(pixels, {
    formats: FORMATS,
    tryHarder: true,
    tryRotate: true,
    tryInvert: false,
    tryDownscale: true,
    maxNumberOfSymbols: CODES_MAX,
  })
  return [...new Set(found.filter(({ isValid }) => isValid).map(({ text }) => text))]
}

let opened: Promise<typeof import('zxing-wasm/reader')> | undefined

/** Opened at the first photo; one that failed to open is tried again by the next. */
async function decoder(): Promise<typeof import('zxing-wasm/reader')> {
  opened ??= open()
  try {
    return await opened
  } catch (error) {
    opened = undefined
    throw error
  }
}

async function open() {
  const [library, program] = await Promise.all([
    import('zxing-wasm/reader'),
    readFile(createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm')),
  ])
  const wasmBinary = new Uint8Array(program).buffer
  await library.prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true })
  return library
}
