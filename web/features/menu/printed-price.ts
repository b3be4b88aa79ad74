/** Prices as printed on a menu: '£5.80', '5,80 €', '4€50', '24:90', '4.20/7.50', '1.250 kr', "CHF 1'250", '45 000 ₫'. */
import { CENTS_BEHIND_EURO, CURRENCY, CURRENCY_BEHIND, SPACED_THOUSANDS } from '#contracts'
import { fold } from '#web/language/words.ts'

const AMOUNT = new RegExp(`${CENTS_BEHIND_EURO}|\\d{1,3}:\\d{2}(?!\\d)|${SPACED_THOUSANDS}|\\d+(?:[.,'’]\\d+)*`, 'giu')
const CENTS_BEHIND_SIGN = /^(\d+)\s?[€:]\s?(\d{2})$/u
const ANY_CURRENCY = new RegExp(`${CURRENCY}|(?<=\\d\\s?)(?:ft|${CURRENCY_BEHIND})(?!\\p{L})`, 'giu')

/** All amounts of a price, in printed order. */
export function amountsOf(price: string | null): number[] {
  return (price?.match(AMOUNT) ?? []).map((printed) => {
    const [, euros, behind] = CENTS_BEHIND_SIGN.exec(printed) ?? []
    if (euros !== undefined) return Number(`${euros}.${behind}`)
    const [, whole = '', cents = ''] = printed.match(/^(.*?)(?:[.,](\d{1,2}))?$/) ?? []
    return Number(`${whole.replace(/\D/g, '')}.${cents || 0}`)
  })
}

/** The first amount of a price; null if there is none. */
export const amountOf = (price: string | null): number | null => amountsOf(price)[0] ?? null

/** The different currencies of some prices, as printed first: 'kr' and 'KR' are the same, and so are 'Kč' and 'Kc'. */
export function currenciesOf(prices: readonly (string | null)[]): string[] {
  const printed = new Map<string, string>()
  for (const currency of prices.flatMap((price) => price?.match(ANY_CURRENCY) ?? [])) {
    const key = fold(currency).replace(/\.$/, '')
    if (!printed.has(key)) printed.set(key, currency)
  }
  return [...printed.values()]
}
