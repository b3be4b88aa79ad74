/**
 * Photo -> the digits of the product barcodes (EAN, UPC) on it. The WebAssembly of the decoder comes with its package and is
 * never fetched.
 */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Photo } from './engine.ts'
import { lazy } from './lazy.ts'
import { loadSharp } from './photo.ts'

/** The formats printed on bottles and cans. UPC-E, the short form of a UPC, is not read. */
const FORMATS: ('EAN13' | 'EAN8' | 'UPCA')[] = ['EAN13', 'EAN8', 'UPCA']
const BARCODES_MAX = 4

/**
 * The digits of each barcode on the photo, without duplicates, in no order; empty if there is none. Barcodes with a wrong
 * check digit are dropped. The photo must come from `preparePhoto`.
 */
export async function readBarcodes({ bytes }: Photo): Promise<string[]> {
  const [{ readBarcodes: decode }, sharp] = await Promise.all([decoder(), loadSharp()])
  // Full size: on a photo of a whole bottle the barcode is a tenth of the width.
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
    maxNumberOfSymbols: BARCODES_MAX,
  })
  return [...new Set(found.filter(({ isValid }) => isValid).map(({ text }) => text))]
}

const decoder = lazy(async (): Promise<typeof import('zxing-wasm/reader')> => {
  const [library, program] = await Promise.all([
    import('zxing-wasm/reader'),
    readFile(createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm')),
  ])
  const wasmBinary = new Uint8Array(program).buffer
  await library.prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true })
  return library
})
