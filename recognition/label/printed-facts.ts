/** Extracts ABV, IBU, price and size from the text of labels and menus, by patterns alone. */
import { anyOf, WORDS } from '#catalogue/words'
import { CENTS_BEHIND_EURO, CURRENCY, CURRENCY_BEHIND, SPACED_THOUSANDS } from '#contracts'
import { compatibleText } from '#vision'

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
export const ABV_MAX = 20
/** '4½', and '4 1/2 %': without a percentage, '8 ½ l' is more likely a name and a size. */
const MIXED_NUMBER = /(?<=\d)(?:[¼½¾⅓⅔]|\s(?:[¼½¾⅓⅔]|1\/[2-4]|[23]\/[34])(?=\s?%))/gu
const DECIMALS: Readonly<Record<string, string>> = {
  '¼': '.25',
  '1/4': '.25',
  '⅓': '.33',
  '1/3': '.33',
  '½': '.5',
  '1/2': '.5',
  '⅔': '.67',
  '2/3': '.67',
  '¾': '.75',
  '3/4': '.75',
}
const NUMBER = String.raw`\d{1,2}(?:\s?[.,]\s?\d{1,2})?`
const ALCOHOL_WORD = String.raw`(?:by\s{0,3})?(?:alc(?:ohol)?|alk(?:ohol)?|алк(?:оголь)?|αλκ|a\.?b\.?v|vol(?:ume)?|obj?|об)(?!\p{L})`
const ALCOHOL_WORDS = String.raw`${ALCOHOL_WORD}(?:[\s./:]{0,5}${ALCOHOL_WORD}){0,3}\.?`
/** Words for the extract of the wort, which is also measured in percent or degrees. */
const GRAVITY_WORD = String.raw`(?:stammw\p{L}{0,12}|gravity|plato|epm|blg|balling|e(?:x|ks)tra[ck]t\p{L}{0,12}|e(?:x|ks)tr\.)`
const CHARGE = String.raw`${anyOf(WORDS.menu.charges)}(?![\p{L}-])`
/** '10 % Rabatt', '20% more', '12.5% discretionary service charge'. */
const CHARGE_AFTER = String.raw`(?:(?:off|more|less|mehr|weniger|gratis)(?![\p{L}-])|(?:\p{L}{2,14}\s)?${CHARGE})`
/** 'TVA 20%' */
const CHARGE_BEFORE = String.raw`(?<!(?<!\p{L})${CHARGE}[\s.:]{0,5})`
/** The sign of a percentage, but not of a temperature ('7°C'), degrees Plato, a charge or extract. */
const ABV_SIGN = String.raw`(?:%|°(?!\s?[cfp](?!\p{L})))(?!\s?(?:${CHARGE_AFTER}|${GRAVITY_WORD}(?!\p{L}|[\s.:]{0,5}\d)))`
const WORDS_AFTER = String.raw`[\s./]{0,5}${ALCOHOL_WORDS}`
/** Words between two numbers belong to the second one: '10 alc. 9,2'. Not so in '6.0 ABV 40' and '6 ABV 18 IBU'. */
const WORDS_OF_NEXT = String.raw`(?<![.,]\s?\d{1,2})${WORDS_AFTER}[\s.:]{0,5}${NUMBER}(?!\d|[.,]\d|\s?ibu)`
const WORDS_OF_NEXT_PERCENTAGE = String.raw`${WORDS_AFTER}[\s.:]{0,5}${NUMBER}\s?%`
const DENOMINATOR = String.raw`(?<=(?<![\d.,])[1-7]/)[2-8](?![\d.,])`
const ABV = new RegExp(
  [
    String.raw`(?:(?<!\p{L})(?<before>${ALCOHOL_WORDS})[\s.:]{0,5})?`,
    String.raw`(?<!\d)(?<!\d[.,])(?!${DENOMINATOR})(?<!(?<![%°\d]\s?)${GRAVITY_WORD}[\s.:]{0,5})${CHARGE_BEFORE}`,
    String.raw`(?<number>${NUMBER})(?!\d|[.,]\d|\s?(?:[mcd]?l|fl|oz)(?!\p{L}))`,
    String.raw`(?:\s?(?<sign>${ABV_SIGN})|(?!${WORDS_OF_NEXT}))`,
    String.raw`(?<after>(?!${WORDS_OF_NEXT_PERCENTAGE})${WORDS_AFTER}(?:[\s.-]{0,5}%)?)?`,
  ].join(''),
  'giu',
)
/** 'EBU' is the European unit, which is as large; 'BU' lacks a letter. */
const IBU =
  /(?:\b[ei]\.?b\.?us?\.?\s*(?:[:.]\s*)?(\d{1,3})\b)|(?:(?<!\d)(?<!\d[.,])(\d{1,3})\s?(?:[ei]\.?b\.?us?|bu)(?!\p{L})\.?)/giu
/** 'ekstr. 12,5%', 'BLG 12,1', '12,1° BLG', 'OG 1.052' */
const GRAVITY = new RegExp(
  [
    String.raw`(?<!\p{L})(?!gravity)${GRAVITY_WORD}[\s.:]{0,5}${NUMBER}(?!\d|[.,]\d)(?:\s?[%°]){0,2}`,
    String.raw`(?<!\d)(?<!\d[.,])${NUMBER}\s?[%°]?\s?(?!gravity)${GRAVITY_WORD}(?!\p{L})`,
    String.raw`(?<!\p{L})o\.?g\.?[\s:]{0,3}1[.,]0\d{2}(?!\d)`,
  ].join('|'),
  'giu',
)
/** The yen sign, read as a letter. */
const YEN = /(?<!\p{L})Y(?=\d{3}|\d{1,2},\d{3})/gu
const GLASS = String.raw`(?:half\s)?(?:pint|pitcher|schooner|growler)\b`
/** The name of a glass that may be another word: only beside its price. */
const PRICED_GLASS = [
  String.raw`(?<!\p{L})${anyOf(WORDS.menu.glasses)}(?=\s?:?\s?(?:(?:${CURRENCY})\s?\d|\d{1,3}[.,]\d{2}(?!\d|\s?%)|\d{1,5}\s?(?:${CURRENCY})))`,
  String.raw`(?<=\d\s)${anyOf(WORDS.menu.glasses)}(?=\s{0,3}(?:$|[|/,·]))`,
].join('|')
/** '0,3/', '0,3 / 0,4 /', '25/' before the last of several sizes, which has the unit. */
const OTHER_SIZES = String.raw`(?:(?:0[.,]\d{1,2}\s?/\s?){1,3}(?=0[.,])|(?:\d{2,3}/){1,3}(?=\d{2,3}\s?[cm]l))?`
/** Litres without a unit: '0,3', '0,25'. Alcohol-free beers say '0,5 %', and '0,50' is a price. */
const LITRES = '0[.,](?:[1-9]|[2357]5|33|66)'
/** Litres that may as well be a price, unless there is one beside them: '0,50'. */
export const LITRES_AS_PRICE = '0[.,][2-57]0'
const SIZE = new RegExp(
  [
    // '4 x 440 ml', '$6/10oz'
    String.raw`(?<![\d.,])(?<!(?<!\p{Sc}\d{1,3}|\s)/)(?:\d{1,2}\s?[x×]\s?)?${OTHER_SIZES}\d{1,4}(?:[.,]\d{1,3})?\s?(?:ml|cl|dl|cc|ltr?|lit(?:ers?|res?|r[ioůuy]|ros)?|l|fl\.?\s?oz|oz|мл|л)(?![\p{L}\d])\.?`,
    String.raw`(?<![\d.,/])${LITRES}(?:\s?/\s?${LITRES}){0,3}(?![\d°]|[.,]\d|\s?%)`,
    // '0,50 €5,00'
    String.raw`(?<![\d.,/]|\p{Sc}\s?)${LITRES_AS_PRICE}(?=\s{1,3}(?:(?:${CURRENCY})\s?)?[1-9]\d{0,2}[.,]\d{2}(?!\d))`,
    // '1/3 2,80'
    String.raw`(?<![\d.,/])[1-3]/[2-5](?=\s*$|\s{1,3}(?:(?:${CURRENCY})\s?)?\d{1,3}[.,]\d{2}(?!\d))`,
    // 'cl. 40'
    String.raw`(?<![\p{L}\d])[cm]l\.?\s?\d{2,3}(?!\d|[.,]\d|\s?(?:[%°]|(?:${CURRENCY})(?!\s?\d)))`,
    String.raw`(?<![\d.,])(?:[1-3]/[2-4]\s?(?:pint|l)|half\spint)\b|(?<=\d\s)${GLASS}`,
    PRICED_GLASS,
    // Before other words it is part of a name: 'Schooner Lager'.
    String.raw`(?<![\d.,])${GLASS}(?![^\p{L}\d]{0,9}(?!${GLASS}|(?:${CURRENCY})\s?\d)\p{L})`,
  ].join('|'),
  'giu',
)
const NO_CENTS = '[-–—]{1,2}'
const AMOUNT = [
  SPACED_THOUSANDS,
  String.raw`\d{1,3}(?:[.,'’]\d{3})+(?:[.,]\d{1,2})?(?!\d)`,
  String.raw`\d{1,4}[.,]${NO_CENTS}(?!\d)`,
  String.raw`\d{1,3}(?:[.,]\d{1,2}|['’]\d{2})(?!\d)`,
  String.raw`\d{1,4}`,
].join('|')
/** '3,20/4,80 €', for two sizes. */
const AMOUNTS = String.raw`(?:${AMOUNT})(?:\s?/\s?(?:${AMOUNT})){0,3}`
const NO_PRICE_AFTER = String.raw`(?!\p{L}|\s?\d)`
const PRICE = new RegExp(
  [
    `(?<![\\d.,])${CENTS_BEHIND_EURO}`,
    // '$5', '€ 4,50 / 6,50'
    String.raw`(?:${CURRENCY})\s?(?:${AMOUNT})(?:\s?[/-]\s?(?:${CURRENCY})?\s?(?:${AMOUNT}))*`,
    // '5 €', '3,50 € 4,90 €'
    String.raw`(?<![\d.,])${AMOUNTS}\s?(?:${CURRENCY})(?=(?:\s?(?:${AMOUNT})\s?(?:${CURRENCY})){0,5}${NO_PRICE_AFTER})`,
    // '1 290 Ft', '25 лв'; elsewhere these letters are feet, a guest brewer, or a word
    String.raw`(?<![\d.,])(?:\d{3,4}|${SPACED_THOUSANDS})\s?ft(?!\p{L})`,
    String.raw`(?<![\d.,])(?:${AMOUNTS})\s?(?:${CURRENCY_BEHIND})(?!\p{L})\.?`,
    // '30k', as in Vietnam
    String.raw`(?<![\p{L}\d.,])\d{2,3}k(?![\p{L}\d])`,
    // '4.50', '4.50 / 6.50'
    String.raw`(?<!\d)(?<!\d[.,])\d{1,3}[.,]\d{2}(?![\d%]|[.,]\d)(?:\s?[/|-]\s?\d{1,3}[.,]\d{2}(?!\d))*`,
    // '24:90', as in Sweden; '17:30' is a time
    String.raw`(?<!\d)(?<!\d[.,:])(?:\d{1,3}:[6-9]\d|(?:2[5-9]|[3-9]\d|1\d\d):\d{2})(?![\d:])`,
    // '4,-', '55:-', '350/-'; a number with '.-' before a word numbers a list
    String.raw`(?<!\d)(?<!\d[.,])\d{1,4}(?:[,:/]${NO_CENTS}(?!\d)|\.${NO_CENTS}(?!\d|\s?\p{L}))`,
  ].join('|'),
  'giu',
)
const HOUR = String.raw`(?:[01]?\d|2[0-4])(?:[.:h][0-5]\d)?`
const OF_HOUR = String.raw`\s?(?:uhr|uur|hrs?|h|[ap]\.?m\.?)(?!\p{L})`
const UNTIL = String.raw`\s?(?:[-–—/]|(?:bis|à|til|till?|to|tot|until|und|and|al?)(?!\p{L}))\s?`
/** '22.00 Uhr', '17-19 h', '17h-19h', '17h30', '4pm'. */
const TIME = new RegExp(
  String.raw`(?<![\d.,:])(?:${HOUR}(?:${OF_HOUR})?${UNTIL})?(?:\d{1,2}h[0-5]\d(?!\d)|${HOUR}${OF_HOUR})`,
  'giu',
)
/** Hours that need not say so behind such a word: 'Happy Hour 17-19', 'Mo-Fr 12.00-14.00 und 18.00-22.00'. */
const HOURS = new RegExp(
  String.raw`((?<!\p{L})${anyOf(WORDS.menu.hours)}(?!\p{L})[^\d\p{Sc}]{0,20})${HOUR}${UNTIL}${HOUR}(?:[^\d\p{Sc}]{0,5}${HOUR}${UNTIL}${HOUR})?(?![\d.,:%]|\s?(?:${CURRENCY}))`,
  'giu',
)
/** Two to four prices whose spaces were lost: '2.304.60'. */
const GLUED_PRICES = /(?<!\d)(?<!\d[.,])(?:\d{1,3}([.,])\d{2}(?:\d{1,3}\1\d{2}){1,3})(?![\d%°]|[.,]\d)/gu
const LEADERS = /[.·…_•\-–—:|]{2,}|(?:[.·•]\s){2,}[.·•]?/gu
/** What a price says of its taxes: '¥580 (税込)'. */
const TAXED = new RegExp(String.raw`[([（]?(?<!\p{L})${anyOf(WORDS.menu.taxed)}(?!\p{L})\s{0,3}[)\]）]?`, 'giu')
/** The same price once more with its taxes: '1,080円 (税込1,188円)'. */
const PRICE_WITH_TAXES = new RegExp(
  String.raw`[([（]\s?${anyOf(WORDS.menu.taxed)}\s?:?\s?[^()[\]（）]{1,15}[)\]）]`,
  'giu',
)
const SEPARATOR = '[,;/|·•–—-]'
/** Separators and brackets around values that were removed: '( , )', '(Leeds, )', 'Pale Ale, , Leeds', 'Pale Ale – –'. */
const EMPTY_BRACKETS = new RegExp(String.raw`[([{](?:\s|${SEPARATOR})*[)\]}]`, 'gu')
const BESIDE_BRACKET = new RegExp(
  String.raw`(?<=[([{])(?:\s|${SEPARATOR})+|(?<!\s|${SEPARATOR})(?:\s|${SEPARATOR})+(?=[)\]}])`,
  'gu',
)
const REPEATED_SEPARATORS = new RegExp(String.raw`(${SEPARATOR})(?:\s+${SEPARATOR})+`, 'gu')

/** Where prices are in crowns, degrees are those of the wort: 'Kozel 11,5° 45 Kč', but 'Bière blonde 6,6°'. */
const CROWNS = /(?<!\p{L})(?:k[čc]|czk)(?!\p{L})/iu

export function isInCrowns(text: string): boolean {
  return CROWNS.test(text)
}

/** Parses one line, or several joined by spaces. */
export function printedFacts(text: string): PrintedFacts {
  const decimal = text.replace(MIXED_NUMBER, (fraction) => DECIMALS[fraction.trim()] ?? fraction)
  let rest = compatibleText(decimal.replaceAll('º', '°')).replaceAll('⁄', '/').replace(YEN, '¥')
  const abvs = abvsIn(rest)
  for (const { start, end } of abvs.toReversed()) rest = `${rest.slice(0, start)} ${rest.slice(end)}`
  let ibu: number | null = null
  rest = rest.replace(IBU, (_, before, after) => {
    ibu ??= numberOf(before ?? after)
    return ' '
  })
  rest = rest.replace(GRAVITY, ' ')
  const size = extract(SIZE)
  rest = rest.replace(TIME, ' ').replace(HOURS, '$1 ').replace(GLUED_PRICES, withSpaces)
  const withoutTaxes = rest.replace(PRICE_WITH_TAXES, ' ')
  if (withoutTaxes.search(PRICE) !== -1) rest = withoutTaxes
  const price = extract(PRICE)
  if (price !== null) rest = rest.replace(TAXED, ' ')
  rest = rest
    .replace(LEADERS, ' ')
    .replace(EMPTY_BRACKETS, ' ')
    .replace(BESIDE_BRACKET, '')
    .replace(REPEATED_SEPARATORS, '$1 ')
    .replace(/^[\s,;:|/·•*.~–—-]+|(?<![\s,;:|/·•*~–—-])[\s,;:|/·•*~–—-]+$/gu, '')
    .replace(/\s+/gu, ' ')
    .replace(/ (?=[,;] )/gu, '')
  return { abv: abvs[0]?.value ?? null, ibu, price, size, rest }

  function extract(pattern: RegExp): string | null {
    let extracted: string | null = null
    rest = rest.replace(pattern, (found: string) => {
      extracted = extracted === null ? found.trim() : `${extracted} / ${found.trim()}`
      return ' '
    })
    return extracted
  }
}

function withSpaces(prices: string): string {
  return prices.replace(/[.,]\d{2}(?=\d)/gu, '$& ')
}

/** The values that may be the ABV: of several on a line, those for which the most speaks. */
function abvsIn(text: string): { value: number; start: number; end: number }[] {
  const values = [...text.matchAll(ABV)].flatMap(({ 0: found, index, groups }) => {
    const value = numberOf(groups?.number)
    if (value === null || value > ABV_MAX) return []
    // '<0,5 %' is a bound: any other value outweighs it.
    const isBound = /[<≤]\s?$/u.test(text.slice(Math.max(0, index - 2), index))
    const evidence = isBound ? 1 : abvEvidence(groups ?? {})
    const isOfWort = evidence < 3 && groups?.sign === '°' && isInCrowns(text)
    return isOfWort ? [] : [{ value, start: index, end: index + found.length, evidence }]
  })
  const most = Math.max(...values.map(({ evidence }) => evidence))
  return most > 0 ? values.filter(({ evidence }) => evidence === most) : []
}

/** 3 with a word for alcohol, 2 with '%', 1 for a decimal with '°', 0 for any other number. */
function abvEvidence({
  before = '',
  number = '',
  sign,
  after = '',
}: Readonly<Record<string, string | undefined>>): number {
  const isDecimal = /[.,]/u.test(number)
  // 'Vol. 3' is a volume of a series, 'Vol. 0,5 L' that of a bottle.
  if (/alc|alk|алк|αλκ|a\.?b\.?v/iu.test(before + after)) return 3
  if (before + after !== '' && (sign || after.endsWith('%') || (after !== '' && isDecimal))) return 3
  if (sign === '%') return 2
  return sign && isDecimal ? 1 : 0
}

function numberOf(text: unknown): number | null {
  if (typeof text !== 'string') return null
  const value = Number(text.replace(/\s/gu, '').replace(',', '.'))
  return Number.isFinite(value) ? value : null
}
