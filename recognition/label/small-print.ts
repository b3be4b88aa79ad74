/**
 * Distinguishes the small print of a label from the words that name a beer: storage, recycling, deposit, date, ingredients, awards, address.
 * Its words for light and dark, and the malts among the ingredients, are no style of the beer.
 */
import { foldText } from '#catalogue'
import { anyOf } from '#catalogue/words'
import { CONTAINS, INGREDIENTS, KEEPING, PHRASES, WORDS_ALONE } from './small-print-words.ts'

const ALONE = setOf(WORDS_ALONE)
const KEEPING_VERBS = setOf(KEEPING.verbs)
const KEEPING_CONDITIONS = setOf(KEEPING.conditions)
const INGREDIENT_WORDS = setOf(INGREDIENTS)
const CONTAINING = setOf(CONTAINS)
const PHRASE = new RegExp(`(?<![^ ])${anyOf([...setOf(PHRASES)])}(?![^ ])`, 'u')
/** Long enough to be recognised in words that run together: 'dunkellagern'. */
const JOINED_VERBS = [...KEEPING_VERBS].filter((word) => word.length >= 5)
const JOINED_CONDITIONS = [...KEEPING_CONDITIONS].filter((word) => word.length >= 4)
const TEMPERATURE = /\d\s?[°º]\s?[cf](?!\p{L})/iu

const ENDINGS = String.raw`com|net|org|info|beer|eu|co\.uk|de|at|ch|fr|be|nl|es|cz|it|ie|dk|se|pl`
const WEB = new RegExp(
  String.raw`www\s?\.|https?:|\S@[\p{L}\d-]+\.\p{L}{2}|(?<![\p{L}\d-])[\p{L}\d-]{4,40}\.(?:${ENDINGS})(?![\p{L}\d])`,
  'iu',
)
/** Of folded text. */
const STREET = new RegExp(
  [
    String.raw`(?<!\d)\d{1,5}[a-z]?,?\s(?:[\p{L}'.]{1,20}\s){1,3}(?:street|road|lane|avenue|boulevard)(?!\p{L})`,
    String.raw`(?:strasse|str\.|gasse|allee|weg|straat|laan|plein|steenweg)\s?\d{1,4}(?!\d)`,
    String.raw`(?<!\p{L})(?:rue|quai|chaussee|calle|avenida|via|viale|corso|piazza|plaza|ulice|trida|namesti)(?:\s[\p{L}'.-]{1,20}){1,5},?\s\d{1,4}(?!\d)`,
    String.raw`(?<!\d)\d{1,4},?\s(?:rue|quai|chaussee|avenue|boulevard)\s`,
  ].join('|'),
  'u',
)
const CLAUSE_START = String.raw`(?:^|[,;|·•–-]\s?)`
/** With a country or a town, because such numbers are also years and names: 'Druk 11000 Super Strong'. */
const POSTCODE = new RegExp(
  [
    String.raw`(?<![\p{L}\d])[A-Z]{1,2}\d[A-Z\d]?\s\d[A-Z]{2}(?![\p{L}\d])`,
    String.raw`(?<![\p{L}\d])(?:D|A|B|F|I|E|L|CH|CZ|DE|AT|BE|FR|IT|ES|NL|LU)[-–]\s?\d{4,5}(?!\d)`,
    String.raw`${CLAUSE_START}\d{5}\s\p{Lu}\p{L}{2}`,
    String.raw`\p{L}{3},?\s[A-Z]{2},?\s\d{5}(?!\d)`,
    String.raw`${CLAUSE_START}[1-9]\d{3}\s[A-Z]{2}\s\p{Lu}\p{L}{2}`,
    String.raw`${CLAUSE_START}[1-7]\d{2}\s\d{2}\s\p{Lu}\p{L}{2}`,
  ].join('|'),
  'u',
)

/** True for a line that names neither a beer nor its style. It may name the brewery. */
export function isSmallPrint(text: string): boolean {
  const folded = foldText(text)
  const words = wordsOf(folded)
  return (
    words.some((word) => ALONE.has(word)) ||
    PHRASE.test(words.join(' ')) ||
    isAboutKeeping(words, text) ||
    listsIngredients(words, text) ||
    WEB.test(text) ||
    STREET.test(folded) ||
    POSTCODE.test(text)
  )
}

export function withoutSmallPrint<Line extends { line: { text: string } }>(lines: readonly Line[]): Line[] {
  return lines.filter(({ line }) => !isSmallPrint(line.text))
}

function isAboutKeeping(words: readonly string[], text: string): boolean {
  if (words.some((word) => JOINED_VERBS.some((verb) => isJoined(word, verb)))) return true
  const hasVerb = words.some((word) => KEEPING_VERBS.has(word))
  return hasVerb && (words.some((word) => KEEPING_CONDITIONS.has(word)) || TEMPERATURE.test(text))
}

/** True if the word is this verb run together with a condition. */
function isJoined(word: string, verb: string): boolean {
  const at = word.indexOf(verb)
  if (at < 0) return false
  const [before, after] = [word.slice(0, at), word.slice(at + verb.length)]
  return JOINED_CONDITIONS.some((condition) => before.endsWith(condition) || after.startsWith(condition))
}

function listsIngredients(words: readonly string[], text: string): boolean {
  const ingredients = new Set(words.filter((word) => INGREDIENT_WORDS.has(word))).size
  return (ingredients > 1 && /[,;%]/u.test(text)) || (ingredients > 0 && words.some((word) => CONTAINING.has(word)))
}

function setOf(list: string): ReadonlySet<string> {
  return new Set(list.split(',').map((phrase) => wordsOf(foldText(phrase)).join(' ')))
}

function wordsOf(folded: string): string[] {
  return folded.match(/[\p{L}\p{N}]+/gu) ?? []
}
