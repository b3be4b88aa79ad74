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
  ['4€50', [4.5]],
  ['4 € 50', [4.5]],
  ['5 € 10 €', [5, 10]],
  ['24:90', [24.9]],
  ['55:-', [55]],
  ['45 000 ₫', [45_000]],
  ['120 000 đ', [120_000]],
  ['฿150', [150]],
  ['$8 / $12', [8, 12]],
])('reads the amounts of %s', (price, amounts) => {
  expect(amountsOf(price)).toEqual(amounts)
})

it.each([
  ['฿150', '฿'],
  ['45 SEK', 'SEK'],
  ['90 TL', 'TL'],
  ['25元', '元'],
  ['R$ 12', 'R$'],
  ['RM 18', 'RM'],
  ['Fr. 7.50', 'Fr.'],
  ['1 290 Ft', 'Ft'],
  ['120 000 đ', 'đ'],
])('finds the currency of %s', (price, currency) => {
  expect(currenciesOf([price])).toEqual([currency])
})

it('takes a currency for one whether its accents were read or not', () => {
  expect(currenciesOf(['65 Kč', '70 Kc', '12 zł', '13 zl', 'kr. 45', '45 kr'])).toEqual(['Kč', 'zł', 'kr.'])
})

it('names a currency as it is printed, once in either case', () => {
  expect(currenciesOf(['CHF 7.50', '45 kr', null, '50 KR', 'chf 8', '200 Kč'])).toEqual(['CHF', 'kr', 'Kč'])
})
