import { deflateRawSync } from 'node:zlib'
import { zipSync } from 'fflate'
import { expect, it } from 'vitest'
import { PICTURE_MAX_BYTES, PICTURES_PER_USER_MAX } from '#contracts'
import { aWebp } from '#testing/webp.ts'
import { zipBomb } from '#testing/zip-bomb.ts'
import { parseExportZip } from './parse-export-zip.ts'

const utf8 = (text: string) => new TextEncoder().encode(text)
const entry = { source: 'beergoggles', sourceId: '1' }
const aPicture = (file: string) => ({ file, entry, keptAt: '2026-03-01T20:00:00.000Z' })
const dataWith = (...files: string[]) => utf8(JSON.stringify({ pictures: files.map(aPicture) }))

async function outcomes(zip: Uint8Array): Promise<string[]> {
  const found: string[] = []
  for await (const parsed of parseExportZip(zip).records)
    found.push('problem' in parsed ? parsed.problem : parsed.record.kind)
  return found
}

it('pairs the pictures with their files, also within a folder as other programs pack them', async () => {
  const files = { 'data.json': dataWith('pictures/a.webp'), 'pictures/a.webp': aWebp('a') }
  expect(await outcomes(zipSync(files))).toEqual(['entry-picture'])
  const within = Object.fromEntries(Object.entries(files).map(([name, bytes]) => [`export/${name}`, bytes]))
  expect(await outcomes(zipSync(within))).toEqual(['entry-picture'])
})

it('refuses pictures that are missing, too large, or none', async () => {
  const large = aWebp('x'.repeat(PICTURE_MAX_BYTES))
  const zip = zipSync({
    'data.json': dataWith(
      'pictures/missing.webp',
      'pictures/large.webp',
      'pictures/page.webp',
      '../secret',
      '__proto__',
    ),
    'pictures/large.webp': large,
    'pictures/page.webp': utf8('<html>'),
    '../secret': aWebp('secret'),
  })
  const missing = 'a picture that is not in the file'
  expect(await outcomes(zip)).toEqual([missing, missing, "a picture that isn't one of ours", missing, missing])
})

it('reads no file that is no archive of ours', async () => {
  const unreadable = ['this ZIP file cannot be read']
  expect(await outcomes(zipSync({ 'a.txt': utf8('a') }))).toEqual(['there is no BeerGoggles export in this ZIP file'])
  expect(await outcomes(utf8('PK\x03\x04 and nothing'))).toEqual(unreadable)
  expect(await outcomes(zipBomb(64))).toEqual(unreadable)
  const whole = zipSync({ 'data.json': dataWith('pictures/a.webp') })
  for (let length = 4; length < whole.length; length++)
    expect(await outcomes(whole.slice(0, length))).toEqual(unreadable)
})

it('takes no more memory than the directory of the archive may state', async () => {
  const bomb = deflateRawSync(Buffer.alloc(40 * 1024 * 1024))
  const honest = zipSync({ 'data.json': dataWith('pictures/a.webp'), 'pictures/a.webp': aWebp('a') }, { level: 0 })
  const names = Array.from({ length: PICTURES_PER_USER_MAX + 50 }, (_, nth) => `pictures/${nth}.webp`)
  const many = zipSync({
    'data.json': dataWith(...names),
    ...Object.fromEntries(names.map((name) => [name, aWebp('a')])),
  })
  expect((await outcomes(many)).filter((kind) => kind === 'entry-picture')).toHaveLength(PICTURES_PER_USER_MAX)
  const before = process.memoryUsage().arrayBuffers
  expect(await outcomes(lyingAbout(honest, bomb))).toEqual(["a picture that isn't one of ours"])
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(8 * 1024 * 1024)
})

/** The archive with the picture's bytes exchanged, whose size the directory states as before. */
function lyingAbout(zip: Uint8Array, bytes: Uint8Array): Uint8Array {
  const archive = Buffer.from(zip)
  const directory = archive.indexOf(Buffer.from([0x50, 0x4b, 1, 2]))
  const second = archive.indexOf(Buffer.from([0x50, 0x4b, 1, 2]), directory + 4)
  // Deflated, of the packed size that it has; the size unpacked stays as it was.
  archive.writeUInt16LE(8, second + 10)
  archive.writeUInt32LE(bytes.length, second + 20)
  const local = archive.readUInt32LE(second + 42)
  const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28)
  const moved = Buffer.concat([archive.subarray(0, start), bytes, archive.subarray(directory)])
  const end = moved.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]))
  moved.writeUInt32LE(start + bytes.length, end + 16)
  return new Uint8Array(moved)
}
