import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import sharp from 'sharp'
import { beforeAll, expect, it } from 'vitest'
import { prepareZXingModule, type WriterOptions, writeBarcode } from 'zxing-wasm/writer'
import { renderSingle } from '#testing/pictures/index.ts'
import { readBarcodes } from './barcodes.ts'
import { preparePhoto } from './photo.ts'

beforeAll(async () => {
  const program = await readFile(createRequire(import.meta.url).resolve('zxing-wasm/writer/zxing_writer.wasm'))
  await prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(program).buffer }, fireImmediately: true })
})

const BEER = { name: 'Moorhen Porter', brewery: 'Fenland', style: 'Porter', abv: 5.4 }
const FORMATS = { EAN13: '5410228142218', EAN8: '96385074', UPCA: '036000291452' } as const

/** A bottle with a barcode on its label, slightly blurred and strongly compressed. */
async function bottleWith(code: string, format: WriterOptions['format'], rotation = 0): Promise<Buffer> {
  const { svg } = await writeBarcode(code, { format, scale: 3 })
  const drawn = await sharp(Buffer.from(svg)).resize({ width: 300 }).flatten({ background: 'white' }).png().toBuffer()
  const printed = await sharp(drawn)
    .extend({ top: 24, bottom: 24, left: 24, right: 24, background: 'white' })
    .rotate(rotation, { background: 'white' })
    .png()
    .toBuffer()
  return await sharp(await renderSingle({ beer: BEER, seed: 4 }))
    .composite([{ input: printed, gravity: 'centre' }])
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

it('returns nothing without a barcode', async () => {
  expect(await barcodesOn(await renderSingle({ beer: BEER, seed: 4 }))).toEqual([])
})
