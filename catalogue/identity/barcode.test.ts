import { expect, it } from 'vitest'
import { canonicalBarcode } from './barcode.ts'

it.each([
  ['4006381333931', '4006381333931'],
  ['036000291452', '0036000291452'],
  ['96385074', '96385074'],
  ['000096385074', '96385074'],
  ['0000096385074', '96385074'],
  ['00000096385074', '96385074'],
  ['0000123456784', '0000123456784'],
  ['04006381333931', '4006381333931'],
  ['4 006381 333931', '4006381333931'],
])('returns the canonical form of %s', (text, barcode) => expect(canonicalBarcode(text)).toBe(barcode))

it.each(['2012345678900', '212345678901', '20123451', '0000020123451'])(
  'rejects %s, which a shop assigned for itself',
  (text) => expect(canonicalBarcode(text)).toBeNull(),
)

it.each(['4006381333932', '0000000000000', '123'])('rejects %s', (text) => expect(canonicalBarcode(text)).toBeNull())
