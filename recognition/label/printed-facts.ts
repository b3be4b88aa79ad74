/** Extracts ABV, IBU, price and size from the text of labels and menus, by patterns alone. */

export interface PrintedFacts {
  /** Percent by volume. */
  abv: number | null
  ibu: number | null
  /** As printed, with its currency sign when there is one. */
  price: string | null
  size: string | null
  /** The text without these values and without leader dots. */
  rest: string
}

/** Hardly any beer is stronger; higher values on a drinks list belong to spirits or are other percentages. */
const ABV_MAX = 20
const NUMBER = String.raw`\d{1,2}(?:\s?[.,]\s?\d{1,2})?`
const ABV = new RegExp(
  String.raw`(?:(?:abv|alc(?:ohol)?|alk|vol)\.?\s*(?:by vol(?:ume)?\.?\s*)?(?:[:.]\s*)?(${NUMBER})(?:\s*%)?(?!\d))|(?:(?<!\d)(?<!\d[.,])(${NUMBER})\s?[%º°]\s?(?:abv|alc|alk|vol)?)|(?:(?<![\d.,])(\d{1,2}[.,]\d)\s?(?:abv|alc|vol)\b)`,
  'giu',
)
const ALCOHOL_WORD = String.raw`(?:(?:by\s*)?(?:alc(?:ohol)?|alk(?:ohol)?|abv|vol(?:ume)?)\b\.?)`
const AFTER_ABV = new RegExp(String.raw`^[\s./]*${ALCOHOL_WORD}(?:[\s./]*${ALCOHOL_WORD})*`, 'iu')
const IBU = /(?:\bibus?\s*(?:[:.]\s*)?(\d{1,3})\b)|(?:(?<![\d.,])(\d{1,3})\s?ibus?\b)/giu
const SIZE =
  /(?<![\d.,])(\d{1,4}(?:[.,]\d{1,3})?\s?(?:ml|cl|dl|ltr?|liters?|litres?|l|fl\.?\s?oz|oz)\b\.?|1\/2\s?(?:pint|l)\b|(?:half\s)?(?:pint|pitcher|schooner|growler)\b)/giu
/** The yen sign, read as a letter. */
const YEN = /(?<!\p{L})Y(?=\d{3})/gu
const CURRENCY = `[$€£¥₹₩]|usd|eur|gbp|chf|kr|zł|kč|円`
const AMOUNT = String.raw`\d{1,3}[.,]\d{2}(?!\d)|\d{1,4}`
const PRICE = new RegExp(
  String.raw`(?:(?:${CURRENCY})\s?(?:${AMOUNT})(?:\s?[/-]\s?(?:${CURRENCY})?\s?(?:${AMOUNT}))*)|(?:(?<![\d.,])(?:${AMOUNT})\s?(?:${CURRENCY})(?!\p{L}|\s?\d))|(?:(?<!\d)(?<!\d[.,])\d{1,3}[.,]\d{2}(?![\d%]|[.,]\d)(?:\s?[/|-]\s?\d{1,3}[.,]\d{2}(?!\d))*)`,
  'giu',
)
const LEADERS = /[.·…_•\-–—:|]{2,}|(?:[.·•]\s){2,}[.·•]?/gu

/** Parses one line, or several joined by spaces. */
export function printedFacts(text: string): PrintedFacts {
  let rest = text.normalize('NFKC').replace(YEN, '¥')
  let abv: number | null = null
  rest = rest.replace(ABV, (found: string, ...groups: unknown[]) => {
    const value = numberOf([groups[0], groups[1], groups[2]].find((group) => typeof group === 'string'))
    if (value === null || value > ABV_MAX) return found
    abv ??= value
    return ' % '
  })
  rest = rest.replace(/ % (.*)/su, (_, after: string) => ` ${after.replace(AFTER_ABV, ' ').replaceAll(' % ', ' ')}`)
  let ibu: number | null = null
  rest = rest.replace(IBU, (_, before, after) => {
    ibu ??= numberOf(before ?? after)
    return ' '
  })
  const size = extract(SIZE)
  const price = extract(PRICE)
  rest = rest
    .replace(LEADERS, ' ')
    .replace(/\(\s*(?:[,;/|-]+\s*)?\)/gu, ' ')
    .replace(/^[\s,;:|/·•*.-]+|(?<![\s,;:|/·•*-])[\s,;:|/·•*-]+$/gu, '')
    .replace(/\s+/gu, ' ')
  return { abv, ibu, price, size, rest }

  function extract(pattern: RegExp): string | null {
    let extracted: string | null = null
    rest = rest.replace(pattern, (found: string) => {
      extracted = extracted === null ? found.trim() : `${extracted} / ${found.trim()}`
      return ' '
    })
    return extracted
  }
}

function numberOf(text: unknown): number | null {
  if (typeof text !== 'string') return null
  const value = Number(text.replace(/\s/gu, '').replace(',', '.'))
  return Number.isFinite(value) ? value : null
}
