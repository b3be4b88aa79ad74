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
  ])('makes %s and %s look alike', (read, printed) => {
    expect(skeletonOf(read)).toBe(skeletonOf(printed))
  })

  it('tells names apart that do not look alike', () => {
    expect(skeletonOf('duvel')).not.toBe(skeletonOf('dubbel'))
  })
})

describe('asNumber', () => {
  it.each([
    ['l664', '1664'],
    ['1O', '10'],
    ['18b2', '1882'],
  ])('takes %s for %s', (read, number) => {
    expect(asNumber(read.toLowerCase())).toBe(number)
  })

  it.each(['orval', 'so', '3fonteinen', '1664'])('leaves %s alone', (read) => {
    expect(asNumber(read)).toBeUndefined()
  })
})
