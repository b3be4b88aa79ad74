/**
 * What a unit of alcohol costs: 10 ml of pure alcohol, the unit of British labels. Only where price, size and strength leave
 * no doubt.
 */
import type { SightedBeer } from '#contracts'
import { numberText } from '#web/language/formats.ts'
import { isAsked } from '#web/scan-result/asked.ts'
import { amountsOf, currenciesOf } from './printed-price.ts'
import { t } from './texts.ts'

const UNIT_ML = 10
/** Below it a beer counts as free of alcohol. */
const ABV_MIN = 0.5
/** Other sizes are misread, or not for one person. */
const SERVING_ML = { min: 100, max: 2000 }

const ML = { ml: 1, cl: 10, dl: 100, l: 1000, oz: 29.57 } as const
const PINT_ML = 568
const SIZE = /^(\d+(?:[.,]\d+)?|[1-3]\/[2-4])\s?(ml|cl|dl|l|oz)$/
const PINT = /^(?:(half|[1-3]\/[2-4])\s?)?pint$/

export interface UnitPrice {
  amount: number
  currency: string | undefined
  /** Of several servings, which cost different amounts a unit. */
  isLowest: boolean
}

/** Null if price, size or strength is unknown or unsure. */
export function unitPriceOf(beer: SightedBeer): UnitPrice | null {
  const { abv, price, size } = beer
  if (abv === null || abv <= ABV_MIN || price === null || size === null || isAsked(beer)) return null
  const currencies = currenciesOf([price])
  if (currencies.length > 1) return null
  const servings = servingsOf(amountsOf(price), size, currencies[0])
  if (servings.length === 0) return null
  const perUnit = servings.map(({ amount, ml }) => amount / ((ml * abv) / 100 / UNIT_ML))
  return { amount: Math.min(...perUnit), currency: currencies[0], isLowest: perUnit.length > 1 }
}

export function unitPriceText(beer: SightedBeer): string | null {
  const found = unitPriceOf(beer)
  return found && t(found.isLowest ? 'unitPrice.lowest' : 'unitPrice.exact', { price: priceText(found) })
}

/** Each size with its amount; empty unless every size has one, and the larger costs more. */
function servingsOf(amounts: readonly number[], size: string, currency: string | undefined) {
  const sizes = size.split(' / ').map((each) => millilitresOf(each, currency))
  const servings = sizes.flatMap((ml, index) => {
    const amount = amounts[index]
    return ml === null || !amount ? [] : [{ ml, amount }]
  })
  if (servings.length !== sizes.length || servings.length !== amounts.length) return []
  const bySize = [...servings].sort((a, b) => a.ml - b.ml)
  const areOrdered = bySize.every(({ ml, amount }, index) => {
    const smaller = bySize[index - 1]
    return !smaller || (ml > smaller.ml && amount > smaller.amount)
  })
  return areOrdered ? servings : []
}

function millilitresOf(size: string, currency: string | undefined): number | null {
  const text = size
    .trim()
    .toLowerCase()
    .replace(/\.$/, '')
    .replace(/(?:ltr|lit(?:er|re)s?)$/, 'l')
    .replace(/fl\.?\s?oz$/, 'oz')
    .replace(/cc$/, 'ml')
    .replace(/^([cm]l)\.?\s?(\d+)$/, '$2 $1')
  // A pint has another size in each country; only the British one is sure.
  const pint = currency === '£' ? PINT.exec(text) : null
  if (pint) return PINT_ML * quantityOf(pint[1] ?? '1')
  const [, printed = '', unit = ''] = SIZE.exec(text) ?? []
  const factor = Object.entries(ML).find(([name]) => name === unit)?.[1]
  if (factor === undefined) return null
  const ml = factor * quantityOf(printed)
  return ml >= SERVING_ML.min && ml <= SERVING_ML.max ? ml : null
}

/** '0,5', '2/3', 'half'. */
function quantityOf(printed: string): number {
  if (printed === 'half') return 0.5
  const [whole = '', divisor = '1'] = printed.replace(',', '.').split('/')
  return Number(whole) / Number(divisor)
}

/** Signs stand before the amount, letters behind it. */
function priceText({ amount, currency = '' }: UnitPrice): string {
  const digits = amount < 20 ? 2 : 0
  const number = numberText(amount, { minimumFractionDigits: digits, maximumFractionDigits: digits })
  return /\p{L}/u.test(currency) ? `${number} ${currency}` : `${currency}${number}`
}
