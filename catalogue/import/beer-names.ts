/**
 * Cleans the names that sources give to beers: removes package sizes, ABV and vintages, and turns a second name after a
 * slash into an alias. Keeps what distinguishes variants ('0.0', 'Light', '12°', a bare number).
 */
import { inTitleCase, isInCapitals } from '../text/title-case.ts'
import { anyOf, WORD_END, WORDS } from '../words/word-lists.ts'
import { NAME_MAX_CHARS, parseText } from './fields.ts'

const UNIT = '(?:cl|ml|dl|l|lt|ltr|litres?|liters?|fl\\.?\\s?oz|oz|ounces?)\\b\\.?'
const CONTAINER = `${anyOf(WORDS.imports.containers)}${WORD_END}`
const AMOUNT = '\\d+(?:[.,]\\d+)?'
const PACKAGES = new RegExp(
  [
    `\\b\\d{1,2}\\s*[x×*]\\s*${AMOUNT}\\s*${UNIT}(?:\\s*${CONTAINER})?`,
    `(?<![\\d.,])${AMOUNT}\\s*${UNIT}(?:\\s*${CONTAINER})?(?:\\s*[x×*]\\s*\\d{1,2}\\b)?`,
    '\\b(?:pack|lot|paquet|caisse|kasten|kiste|tray|box)\\s*(?:of|de|à)\\s*\\d+\\b',
    '\\b\\d{1,2}\\s*(?:-\\s*)?pack\\b',
  ].join('|'),
  'giu',
)
const LAST_CONTAINER = new RegExp(`(?<!\\s)\\s+${CONTAINER}$`, 'iu')
/** Not '0.0 %', which is part of a name, nor '100 %'. */
const ABV = /(?<![\d.,])(?!0+(?:[.,]0*)?\s*%)\d{1,2}(?:[.,]\d{1,2})?\s*%\s*(?:vol\b\.?|alc\b\.?|abv\b)*/giu
const VINTAGE =
  /(?:(?<!\s)\s+)?\((?:19|20)\d\d\)\s*$|(?<!\s)\s+(?:19|20)\d\d\s*[-–]\s*(?:(?:19|20)\d\d|current|present|now)\s*$/iu
const TWO_NAMES = /(?<!\s)\s+\/\s+/u
/** A name may have package, strength and a second name beside it. */
const UNCLEANED_MAX_CHARS = 5 * NAME_MAX_CHARS

/**
 * Returns the name and the aliases, or null if nothing usable is left. `product` marks names of retail products, which are
 * often in capitals and end in the container: 'GUINNESS DRAUGHT CAN'.
 */
export function parseBeerName(
  value: unknown,
  from: { product?: boolean } = {},
): { name: string; aliases: string[] } | null {
  const text = parseText(value)
  if (text === null || text.length > UNCLEANED_MAX_CHARS) return null
  const [name, ...aliases] = text.split(TWO_NAMES).flatMap((part) => {
    const plain = cleanName(part, from.product ?? false)
    return isUsableName(plain) ? [plain] : []
  })
  return name === undefined ? null : { name, aliases: aliases.filter((alias) => addsInformation(alias, name)) }
}

/** True if the text has a letter or digit and at most 200 characters. */
export function isUsableName(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text) && text.length <= NAME_MAX_CHARS
}

function cleanName(text: string, product: boolean): string {
  let name = text.replace(PACKAGES, ' ').replace(ABV, ' ')
  name = trimPunctuation(name).replace(VINTAGE, '')
  if (product) {
    name = trimPunctuation(name).replace(LAST_CONTAINER, '')
    // A name of short words alone may be an abbreviation: 'BFM'.
    if (isInCapitals(name) && /\p{L}{4}/u.test(name)) name = inTitleCase(name)
  }
  name = trimPunctuation(name)
  return isUsableName(name) ? name : trimPunctuation(text)
}

function trimPunctuation(text: string): string {
  return text
    .replace(/[([{]\s*(?:[,.;-]+\s*)?[)\]}]/gu, ' ')
    .replace(/\s+/gu, ' ')
    .replace(/(?<!\s)\s+([,;])/gu, '$1')
    .replace(/^[\s,;:.\-–*]+|(?<![\s,;:\-–*])[\s,;:\-–*]+$/gu, '')
    .trim()
}

/** A single word in the same script adds nothing: 'Leffe Blonde / Blond'. */
function addsInformation(alias: string, name: string): boolean {
  return alias !== name && (/[\s\d]/u.test(alias) || scriptOf(alias) !== scriptOf(name))
}

function scriptOf(text: string): 'latin' | 'other' {
  return /\p{Script=Latin}/u.test(text) ? 'latin' : 'other'
}
