import { constants, crc32, deflateRawSync } from 'node:zlib'

const BLOCK_BYTES = 1024 * 1024
const END_OF_STREAM = Buffer.from([0x03, 0x00])

/** A ZIP like an office document, whose first entry inflates to `megabytes` of zeros. */
export function zipBomb(megabytes: number): Uint8Array<ArrayBuffer> {
  const block = deflateRawSync(Buffer.alloc(BLOCK_BYTES), { level: 9, finishFlush: constants.Z_FULL_FLUSH })
  const data = Buffer.concat([...Array<Buffer>(megabytes).fill(block), END_OF_STREAM])
  const name = Buffer.from('[Content_Types].xml')
  const header = Buffer.alloc(30)
  header.writeUInt32LE(0x04034b50, 0)
  header.writeUInt16LE(20, 4)
  header.writeUInt16LE(8, 8)
  header.writeUInt32LE(crc32(name), 14)
  header.writeUInt32LE(data.length, 18)
  header.writeUInt32LE((megabytes * BLOCK_BYTES) % 2 ** 32, 22)
  header.writeUInt16LE(name.length, 26)
  return new Uint8Array(Buffer.concat([header, name, data]))
}
