/** Prices as printed on a menu: '£5.80', '5,80 €', '4.20/7.50', '1.250 kr', "CHF 1'250", '1 250 kr'. */

const AMOUNT = /\d{1,2}[ \u00a0\u202f]\d{3}(?=\s?(?:kr|ft|kč|kc|₩|円))|\d+(?:[.,'’]\d+)*/gi
const CURRENCY = /[$€£¥₹₩]|usd|eur|gbp|chf|fr|kr|zł|zl|kč|kc|ft|円/gi

/** All amounts of a price, in printed order. */
export function amountsOf(price: string | null): number[] {
  return (price?.match(AMOUNT) ?? []).map((printed) => {
    const [, whole = '', cents = ''] = printed.match(/^(.*?)(?:[.,](\d{1,2}))?$/) ?? []
    return Number(`${whole.replace(/\D/g, '')}.${cents || 0}`)
  })
}

/** The first amount of a price; null if there is none. */
export const amountOf = (price: string | null): number | null => amountsOf(price)[0] ?? null

/** The different currencies of some prices, as printed first: 'kr' and 'KR' are the same. */
export function currenciesOf(prices: readonly (string | null)[]): string[] {
  const printed = new Map<string, string>()
  for (const currency of prices.flatMap((price) => price?.match(CURRENCY) ?? [])) {
    const key = currency.toLowerCase()
    if (!printed.has(key)) printed.set(key, currency)
  }
  return [...printed.values()]
}
