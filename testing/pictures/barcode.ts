/** Product barcodes, as they are printed on labels and photographed. */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import sharp from 'sharp'
import type { WriterOptions } from 'zxing-wasm/writer'

const QUIET_ZONE = 24

/** A printed barcode in a white field, as PNG. `width` is that of the bars, in pixels; `rotation` in degrees. */
export async function renderBarcode(
  digits: string,
  {
    format = 'EAN13',
    width = 300,
    rotation = 0,
  }: { format?: WriterOptions['format']; width?: number; rotation?: number } = {},
): Promise<Buffer> {
  const { svg } = await (await writer()).writeBarcode(digits, { format, scale: 3 })
  const bars = await sharp(Buffer.from(svg)).resize({ width }).flatten({ background: 'white' }).png().toBuffer()
  const extend = { top: QUIET_ZONE, bottom: QUIET_ZONE, left: QUIET_ZONE, right: QUIET_ZONE, background: 'white' }
  return await sharp(bars).extend(extend).rotate(rotation, { background: 'white' }).png().toBuffer()
}

/** A photo of the back of a bottle: a barcode and nothing to read. */
export async function renderBackLabel(digits: string): Promise<Buffer> {
  const glass = { width: 900, height: 1_200, channels: 3, background: '#5b4a36' } as const
  return await sharp({ create: glass })
    .composite([{ input: await renderBarcode(digits, { width: 420 }), gravity: 'centre' }])
    .blur(1.2)
    .jpeg({ quality: 70 })
    .toBuffer()
}

async function writer(): Promise<typeof import('zxing-wasm/writer')> {
  const [library, program] = await Promise.all([
    import('zxing-wasm/writer'),
    readFile(createRequire(import.meta.url).resolve('zxing-wasm/writer/zxing_writer.wasm')),
  ])
  await library.prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(program).buffer }, fireImmediately: true })
  return library
}
