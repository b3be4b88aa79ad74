import { expect, it } from 'vitest'
import { amountsOf, currenciesOf } from './printed-price.ts'

it.each([
  ['¥1,200', [1200]],
  ['₩12,000', [12_000]],
  ['$12.000', [12_000]],
  ['1.250 kr', [1250]],
  ['$1,200.50', [1200.5]],
  ["CHF 1'200", [1200]],
  ['Fr. 7.50', [7.5]],
  ['1 250 kr', [1250]],
  ['kr. 45', [45]],
  ['4 500', [4, 500]],
  ['3,50 € / 4,90 €', [3.5, 4.9]],
])('reads the amounts of %s', (price, amounts) => {
  expect(amountsOf(price)).toEqual(amounts)
})

it('names a currency as it is printed, once in either case', () => {
  expect(currenciesOf(['CHF 7.50', '45 kr', null, '50 KR', 'chf 8', '200 Kč'])).toEqual(['CHF', 'kr', 'Kč'])
})
