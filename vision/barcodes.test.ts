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

/** A bottle whose label carries a code, photographed a little askew, soft and small in bytes. */
async function aBottleWith(code: string, format: WriterOptions['format'], turned = 0): Promise<Buffer> {
  const { svg } = await writeBarcode(code, { format, scale: 3 })
  const drawn = await sharp(Buffer.from(svg)).resize({ width: 300 }).flatten({ background: 'white' }).png().toBuffer()
  const printed = await sharp(drawn)
    .extend({ top: 24, bottom: 24, left: 24, right: 24, background: 'white' })
    .rotate(turned, { background: 'white' })
    .png()
    .toBuffer()
  return await sharp(await renderSingle({ beer: BEER, seed: 4 }))
    .composite([{ input: printed, gravity: 'centre' }])
    .blur(1.2)
    .jpeg({ quality: 60 })
    .toBuffer()
}

const codesOn = async (picture: Buffer) => await readBarcodes(await preparePhoto(picture, 2_560))

it.each(Object.entries(FORMATS))('reads %s from a label', async (format, code) => {
  const [read] = await codesOn(await aBottleWith(code, format as keyof typeof FORMATS))
  expect(read?.padStart(13, '0')).toBe(code.padStart(13, '0'))
})

it('reads a code that is held askew or on its side', async () => {
  expect(await codesOn(await aBottleWith(FORMATS.EAN13, 'EAN13', 12))).toEqual([FORMATS.EAN13])
  expect(await codesOn(await aBottleWith(FORMATS.EAN13, 'EAN13', 90))).toEqual([FORMATS.EAN13])
})

it('reads nothing where there is no code', async () => {
  expect(await codesOn(await renderSingle({ beer: BEER, seed: 4 }))).toEqual([])
})
