import { describe, expect, it } from 'vitest'
import { growth } from '#testing/growth.ts'
import { detectFileKind, HEAD_BYTES } from './file-kind.ts'

const kindOf = (text: string) => detectFileKind(new TextEncoder().encode(text))

describe('the format of a file', () => {
  it.each([
    ['export-json', '{"exportDate": "2026-01-01", "scans": []}'],
    ['export-csv', 'Type,Date,Beer name,Brewery,Style,ABV,Rating\r\n'],
    ['export-zip', 'PK\x03\x04'],
    ['untappd-json', '[{"beer_name": "Orval"}]'],
    ['untappd-csv', 'brewery_name,beer_name,beer_type\nOrval,Orval,Pale\n'],
  ])('is %s', (kind, text) => {
    expect(kindOf(text)).toBe(kind)
  })

  it('is not taken from rows below the header', () => {
    expect(() => kindOf('name,brewery\nbeer_name,brewery_name\n')).toThrow("can't read this file")
  })

  it.each(['a ', 'beer_name ', '"', ',', ' ', '\r', '"scans" ', '{ '])(
    'is decided in linear time for a lot of %j',
    async (part) => {
      const decide = (chars: number) => {
        const text = part.repeat(chars / part.length)
        for (const hostile of [text, `{${text}`, `beer_name,${text}`]) expect(() => kindOf(hostile)).toThrow()
      }
      expect(await growth(HEAD_BYTES / 4, decide)).toBeLessThan(8)
    },
  )
})
