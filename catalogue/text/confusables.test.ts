import { describe, expect, it } from 'vitest'
import { asNumber, skeletonOf } from './confusables.ts'

describe('skeletonOf', () => {
  it.each([
    ['0rva1', 'orval'],
    ['5tout', 'stout'],
    ['8itburger', 'bitburger'],
    ['eibingen', 'elbingen'],
    ['rnodern', 'modem'],
    ['vvestmalle', 'westmalle'],
    ['clubbel', 'dubbel'],
    ['affligern', 'affligem'],
  ])('%s and %s have the same skeleton', (read, printed) => {
    expect(skeletonOf(read)).toBe(skeletonOf(printed))
  })

  it('differs for names that are not confusable', () => {
    expect(skeletonOf('duvel')).not.toBe(skeletonOf('dubbel'))
  })
})

describe('asNumber', () => {
  it.each([
    ['l664', '1664'],
    ['1O', '10'],
    ['18b2', '1882'],
  ])('reads %s as %s', (read, number) => {
    expect(asNumber(read.toLowerCase())).toBe(number)
  })

  it.each(['orval', 'so', '3fonteinen', '1664'])('returns undefined for %s', (read) => {
    expect(asNumber(read)).toBeUndefined()
  })
})
