import { describe, expect, it } from 'vitest'
import { detectFileKind } from './file-kind.ts'

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

  it.each(['a ', 'beer_name ', '"', ',', ' ', '\r', '"scans" ', '{ '])('is decided at once for 64 KB of %j', (part) => {
    const text = part.repeat((64 * 1024) / part.length)
    const start = performance.now()
    for (const hostile of [text, `{${text}`, `beer_name,${text}`]) expect(() => kindOf(hostile)).toThrow()
    expect(performance.now() - start).toBeLessThan(500)
  })
})
