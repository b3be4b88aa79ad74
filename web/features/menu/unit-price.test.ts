import { expect, it } from 'vitest'
import { loadLanguage } from '#web/language/language.ts'
import { aSightedBeer } from '#web/testing/builders.ts'
import { unitPriceText } from './unit-price.ts'

const textOf = (price: string | null, size: string | null, abv: number | null = 5) =>
  unitPriceText(aSightedBeer({ price, size, abv }))

it.each([
  ['£4.50', 'pint', '£1.58 per unit'],
  ['£2.50', 'half pint', '£1.76 per unit'],
  ['£2.50', '1/2 pint', '£1.76 per unit'],
  ['£3.60', '2/3 pint', '£1.90 per unit'],
  ['£1.80', '1/3 pint', '£1.90 per unit'],
  ['4 €', 'cl. 40', '€2.00 per unit'],
  ['5 €', '500 cc', '€2.00 per unit'],
  ['5,00 €', '0,5 l', '€2.00 per unit'],
  ['€4', '33 cl', '€2.42 per unit'],
  ['$6.50', '12 fl. oz.', '$3.66 per unit'],
  ['75 kr', '400ml', '38 kr per unit'],
  ['4.20', '1/2 l', '1.68 per unit'],
  ['3,20 € / 4,80 €', '0,3 l / 0,5 l', 'from €1.92 per unit'],
])('says what a unit costs at %s for %s', (price, size, text) => {
  expect(textOf(price, size)).toBe(text)
})

it.each([
  ['no price', null, '0,5 l'],
  ['no size', '5 €', null],
  ['a pint of an unknown country', '$7', 'pint'],
  ['a size that differs from bar to bar', '$20', 'pitcher'],
  ['two prices for one size', '£4.20/£7.50', 'pint'],
  ['one price for two sizes', '£4.20', 'half pint / pint'],
  ['a larger size that costs less', '4,80 € / 3,20 €', '0,3 l / 0,5 l'],
  ['two currencies', '£4 / 5 €', '0,3 l / 0,5 l'],
  ['a misread size', '5 €', '5 ml'],
])('says nothing with %s', (_, price, size) => {
  expect(textOf(price, size)).toBeNull()
})

it('says nothing of a beer of unknown strength, without alcohol, or that is not sure', () => {
  expect(textOf('5 €', '0,5 l', null)).toBeNull()
  expect(textOf('5 €', '0,5 l', 0.4)).toBeNull()
  expect(
    unitPriceText(aSightedBeer({ price: '5 €', size: '0,5 l', abv: 5, outcome: 'ask', confidence: 50 })),
  ).toBeNull()
})

it('writes the price in the language of the page', async () => {
  await loadLanguage('de')
  expect(textOf('€4', '33 cl')).toContain('€2,42')
  await loadLanguage('en')
})
