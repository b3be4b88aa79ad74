/** Pictures of every kind, accepted or not, with bytes changed, lost, repeated and mixed. */
import sharp from 'sharp'
import type { Random } from '../pictures/random.ts'

const FORMATS = ['jpeg', 'png', 'webp', 'gif', 'avif', 'tiff'] as const
const REFUSED = [
  '<svg xmlns="http://www.w3.org/2000/svg" width="99999" height="99999"><image href="file:///etc/passwd"/></svg>',
  '%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF',
  'BM:\0\0\0\0\0\0\0\x36\0\0\0',
  '\0\0\x01\0\x01\0\x01\x01\0\0\x01\0\x18\0',
  '8BPS\0\x01',
  '\xff\x0a\0\0',
  '\0\0\0\x0cjP  \r\n\x87\n',
  'PK\x03\x04\x14\0\0\0\x08\0',
  '\0\0\0\x18ftypheic\0\0\0\0heicmif1',
  '\x30\x26\xb2\x75\x8e\x66\xcf\x11\xa6\xd9\x00\xaa\x00\x62\xce\x6c',
].map((text) => Buffer.from(text, 'latin1'))
/** The places of sizes and offsets. */
const HEAD_BYTES = 300
const LIMITS = [0, 1, 0x7fffffff, 0xffffffff, 0x10000, 0xffff] as const

export async function seedPictures(): Promise<Buffer[]> {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
  const picture = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#a53', noise } })
  const pictures = FORMATS.flatMap((format) => [
    picture(1, 1).toFormat(format).toBuffer(),
    picture(96, 64).toFormat(format).toBuffer(),
  ])
  const special = [
    picture(64, 64).jpeg({ progressive: true }).toBuffer(),
    picture(64, 64).toColourspace('cmyk').jpeg().toBuffer(),
    picture(64, 64).toColourspace('rgb16').png().toBuffer(),
    picture(64, 64).webp({ lossless: true }).toBuffer(),
    picture(64, 64)
      .withExif({ IFD0: { Copyright: 'x' } })
      .jpeg()
      .toBuffer(),
  ]
  return [...(await Promise.all([...pictures, ...special])), ...REFUSED]
}

export function mutated(seeds: readonly Buffer[], random: Random): Buffer {
  let bytes: Buffer = Buffer.from(seeds[random.whole(0, seeds.length - 1)] ?? '')
  for (let changes = 1 + Math.floor(random.between(0, 1) * 5); changes > 0 && bytes.length > 0; changes--)
    bytes = changed(bytes, seeds, random)
  return bytes
}

function changed(bytes: Buffer, seeds: readonly Buffer[], random: Random): Buffer {
  const within = (length: number) => Math.floor(random.between(0, 1) * length)
  const at = within(bytes.length)
  const inHead = within(Math.min(bytes.length, HEAD_BYTES))
  switch (within(7)) {
    case 0:
      bytes[at] = within(256)
      return bytes
    case 1:
      return bytes.subarray(0, at)
    case 2:
      return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + within(400))])
    case 3:
      return Buffer.concat([bytes.subarray(0, at + within(400)), bytes.subarray(at)])
    case 4:
      for (let count = 0; count < 20; count++) bytes[within(Math.min(bytes.length, HEAD_BYTES))] = within(256)
      return bytes
    case 5: {
      const other = seeds[within(seeds.length)] ?? bytes
      return Buffer.concat([bytes.subarray(0, at), other.subarray(within(other.length))])
    }
    default:
      if (inHead + 4 > bytes.length) return bytes
      if (random.chance(0.5)) bytes.writeUInt32BE(random.pick(LIMITS), inHead)
      else bytes.writeUInt32LE(random.pick(LIMITS), inHead)
      return bytes
  }
}
