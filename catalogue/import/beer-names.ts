/**
 * The name of a beer out of what a source calls it: without package sizes, strengths and vintages, and with a second name
 * behind a slash as an alias. What tells variants apart ('0.0', 'Light', '12°', a bare number) stays.
 */
import { textIn } from './fields.ts'

const UNIT = '(?:cl|ml|dl|l|lt|ltr|litres?|liters?|fl\\.?\\s?oz|oz|ounces?)\\b\\.?'
const CONTAINER =
  '(?:cans?|bottles?|canettes?|bouteilles?|dosen?|flaschen?|latas?|botellas?|bottiglia|lattina|blik|fles)'
const AMOUNT = '\\d+(?:[.,]\\d+)?'
const PACKAGES = new RegExp(
  [
    `\\b\\d{1,2}\\s*[x×*]\\s*${AMOUNT}\\s*${UNIT}(?:\\s*${CONTAINER}\\b)?`,
    `(?<![\\d.,])${AMOUNT}\\s*${UNIT}(?:\\s*${CONTAINER}\\b)?(?:\\s*[x×*]\\s*\\d{1,2}\\b)?`,
    '\\b(?:pack|lot|paquet|caisse|kasten|kiste|tray|box)\\s*(?:of|de|à)\\s*\\d+\\b',
    '\\b\\d{1,2}\\s*-?\\s*pack\\b',
  ].join('|'),
  'giu',
)
const LAST_CONTAINER = new RegExp(`\\s+${CONTAINER}$`, 'iu')
/** Not '0.0 %', which is a name, nor '100 %'. */
const STRENGTH = /(?<![\d.,])(?!0+(?:[.,]0*)?\s*%)\d{1,2}(?:[.,]\d{1,2})?\s*%\s*(?:vol\b\.?|alc\b\.?|abv\b)*/giu
const VINTAGE = /\s*\((?:19|20)\d\d\)\s*$|\s+(?:19|20)\d\d\s*[-–]\s*(?:(?:19|20)\d\d|current|present|now)\s*$/iu
const TWO_NAMES = /\s+\/\s+/u
const SHORT_WORDS = new Set([
  'IPA',
  'APA',
  'DIPA',
  'TIPA',
  'NEIPA',
  'WCIPA',
  'XPA',
  'EPA',
  'ESB',
  'IPL',
  'DDH',
  'BIO',
  'NA',
])

/** Null when nothing is left that could be a name. */
export function beerNameIn(
  value: unknown,
  from: { product?: boolean } = {},
): { name: string; aliases: string[] } | null {
  const text = textIn(value)
  if (text === null) return null
  const [name, ...aliases] = text.split(TWO_NAMES).flatMap((part) => {
    const plain = plainName(part, from.product ?? false)
    return isName(plain) ? [plain] : []
  })
  return name === undefined ? null : { name, aliases: aliases.filter((alias) => tellsEnough(alias, name)) }
}

/** The parts of a text that are names; for readers with a bar or slash of their own between them. */
export function isName(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text) && text.length <= 200
}

function plainName(text: string, product: boolean): string {
  let name = text.replace(PACKAGES, ' ').replace(STRENGTH, ' ')
  name = tidy(name).replace(VINTAGE, '')
  if (product) {
    name = tidy(name).replace(LAST_CONTAINER, '')
    name = spokenCase(name)
  }
  name = tidy(name)
  return isName(name) ? name : tidy(text)
}

function tidy(text: string): string {
  return text
    .replace(/[([{]\s*[,.;-]*\s*[)\]}]/gu, ' ')
    .replace(/\s+/gu, ' ')
    .replace(/\s+([,;])/gu, '$1')
    .replace(/^[\s,;:.\-–*]+|[\s,;:\-–*]+$/gu, '')
    .trim()
}

/** Labels shout; 'CORONA EXTRA' is said 'Corona Extra'. */
function spokenCase(name: string): string {
  if (name !== name.toUpperCase() || !/\p{L}{4}/u.test(name)) return name
  return name.replace(/\p{L}[\p{L}\p{M}]*/gu, (word) => {
    const keeps = SHORT_WORDS.has(word) || (word.length < 4 && !/[AEIOUYÄÖÜÉÈÀ]/u.test(word))
    return keeps ? word : word.charAt(0) + word.slice(1).toLowerCase()
  })
}

/** One word that the first name already has, or nearly, names nothing: 'Leffe Blonde / Blond'. */
function tellsEnough(alias: string, name: string): boolean {
  return alias !== name && (/[\s\d]/u.test(alias) || scriptOf(alias) !== scriptOf(name))
}

function scriptOf(text: string): 'latin' | 'other' {
  return /\p{Script=Latin}/u.test(text) ? 'latin' : 'other'
}
