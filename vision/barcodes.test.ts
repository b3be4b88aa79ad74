import sharp from 'sharp'
import { expect, it } from 'vitest'
import type { WriterOptions } from 'zxing-wasm/writer'
import { renderBackLabel, renderBarcode, renderSingle } from '#testing/pictures/index.ts'
import { readBarcodes } from './barcodes.ts'
import { preparePhoto } from './photo.ts'

const BEER = { name: 'Moorhen Porter', brewery: 'Fenland', style: 'Porter', abv: 5.4 }
const FORMATS = { EAN13: '5410228142218', EAN8: '96385074', UPCA: '036000291452' } as const

/** A bottle with a barcode on its label, slightly blurred and strongly compressed. */
async function bottleWith(code: string, format: WriterOptions['format'], rotation = 0): Promise<Buffer> {
  return await sharp(await renderSingle({ beer: BEER, seed: 4 }))
    .composite([{ input: await renderBarcode(code, { format, rotation }), gravity: 'centre' }])
    .blur(1.2)
    .jpeg({ quality: 60 })
    .toBuffer()
}

const barcodesOn = async (picture: Buffer) => await readBarcodes(await preparePhoto(picture, 2_560))

it.each(Object.entries(FORMATS))('reads %s from a label', async (format, code) => {
  const [read] = await barcodesOn(await bottleWith(code, format as keyof typeof FORMATS))
  expect(read?.padStart(13, '0')).toBe(code.padStart(13, '0'))
})

it('reads a rotated barcode', async () => {
  expect(await barcodesOn(await bottleWith(FORMATS.EAN13, 'EAN13', 12))).toEqual([FORMATS.EAN13])
  expect(await barcodesOn(await bottleWith(FORMATS.EAN13, 'EAN13', 90))).toEqual([FORMATS.EAN13])
})

it('reads a barcode that is held close to the live camera', async () => {
  const frame = sharp(await renderBackLabel(FORMATS.EAN13)).resize(480, 360, { fit: 'inside' })
  expect(await barcodesOn(await frame.jpeg({ quality: 30 }).toBuffer())).toEqual([])
  const close = sharp(await renderBackLabel(FORMATS.EAN13)).extract({ left: 150, top: 375, width: 600, height: 450 })
  expect(await barcodesOn(await close.resize(480, 360).jpeg({ quality: 30 }).toBuffer())).toEqual([FORMATS.EAN13])
})

it('returns nothing without a barcode', async () => {
  expect(await barcodesOn(await renderSingle({ beer: BEER, seed: 4 }))).toEqual([])
})
