/** What the words of a single menu row show, without its neighbours. */
import type { Catalogue } from '#catalogue'
import { foldText } from '#catalogue'
import { anyOf, WORD_END, WORD_START, WORDS } from '#catalogue/words'
import { distinctiveWords } from '../label/distinctive-words.ts'
import { drinkWords, namesKindOfBeer } from '../label/drinks.ts'
import { GRAMMATICAL_WORDS } from '../label/grammatical-words.ts'
import { breweryNamedBy, hasBrewingWord } from '../label/printed-brewery.ts'
import { printedFacts } from '../label/printed-facts.ts'
import type { MenuRow } from './menu-rows.ts'

const OTHER_HEADINGS = new Set(WORDS.menu.otherHeadings.map(foldText))
export const SECTION_WORDS: ReadonlySet<string> = new Set([...WORDS.menu.headings.map(foldText), ...OTHER_HEADINGS])
const OTHER_SECTIONS: ReadonlySet<string> = new Set([...OTHER_HEADINGS, ...WORDS.menu.otherDrinks.map(foldText)])

/** True if the text has words of headings, and others that are grammatical alone, as 'vom': 'Birre alla spina'. */
export function hasOnlySectionWords(text: string): boolean {
  return consistsOf(SECTION_WORDS, text)
}

/** The same, but not for a brewery: 'To Øl'. */
export function isHeadingAlone(catalogue: Catalogue, text: string): boolean {
  return hasOnlySectionWords(text) && (wordsOf(text).length === 1 || breweryNamedBy(catalogue, text) === undefined)
}

/** True for the heading of food or other drinks that has no other words: 'Vorspeisen', 'Kaffee & Tee', but not 'Tapas Bar'. */
export function isOtherHeading(text: string): boolean {
  return consistsOf(OTHER_SECTIONS, text)
}

/** The same without words of drinks that also flavour beers: nothing but a heading says them alone, as 'Desserts'. */
export function isHeadingOfOthers(text: string): boolean {
  return consistsOf(OTHER_HEADINGS, text)
}

function consistsOf(headings: ReadonlySet<string>, text: string): boolean {
  const words = wordsOf(text).filter((word) => headings.has(word) || !GRAMMATICAL_WORDS.has(word))
  return headings.has(words.join('')) || (words.length > 0 && words.every((word) => headings.has(word)))
}

/** How a beer is served: 'Draft', 'Bottle', 'Pint'. */
const SERVINGS: ReadonlySet<string> = new Set(
  [...WORDS.menu.servings, ...WORDS.sizes.packages, ...WORDS.menu.glasses].map(foldText),
)
const WAYS_TO_SERVE: ReadonlySet<string> = new Set(WORDS.menu.waysToServe.map(foldText))
/** Words of menus, servings and packages that never name a beer alone. */
const NOTE_WORDS = new Set([...WORDS.generic.menu, ...SERVINGS, ...WORDS.generic.packaging].map(foldText))
const ALCOHOL_FREE_NOTE = new RegExp(anyOf(WORDS.imports.alcoholFree).replaceAll(' ', String.raw`[\s-]?`), 'gu')
const CHARGES = WORDS.menu.charges.map(foldText)
/** Long charges are recognised in words that run together: 'gratuityincluded'. */
const CHARGE = new RegExp(
  `${WORD_START}${anyOf(CHARGES)}${WORD_END}|${anyOf(CHARGES.filter((word) => word.length >= 8))}`,
  'u',
)

/** True for what a menu prints beside its items: 'Happy Hour', 'Caña', 'Pfand', 'Non-alcoholic / gluten-free', '18% gratuity added'. */
export function isNote(text: string): boolean {
  const folded = foldText(text)
  const words = wordsOf(folded.replace(ALCOHOL_FREE_NOTE, ' '))
  const hasWords = /\p{L}/u.test(folded)
  const isOfNotes = hasWords && words.every((word) => NOTE_WORDS.has(word) || GRAMMATICAL_WORDS.has(word))
  return isOfNotes || mentionsCharge(text)
}

/** True for a heading that says only how its drinks are served: 'Vom Fass', 'Bottles'. */
export function saysHowServed(text: string): boolean {
  const words = wordsOf(text)
  const isServed = (word: string) => SERVINGS.has(word) || WAYS_TO_SERVE.has(word)
  return words.some(isServed) && words.every((word) => isServed(word) || GRAMMATICAL_WORDS.has(word))
}

/** True for the price of one way to serve the beer above it: 'Draft $7 / Pitcher $22', 'Bottle $6'. */
export function isServing({ text, facts }: MenuRow): boolean {
  const words = wordsOf(text)
  return facts.price !== null && words.length > 0 && words.every((word) => SERVINGS.has(word))
}

const GLASS_BEFORE = new RegExp(String.raw`^${anyOf(WORDS.menu.glassesBefore)}\s(?=\p{L}{2})`, 'iu')
const SERVING_BEHIND = new RegExp(String.raw`(?<=\p{L}{2}[,.]?)\s${anyOf(WORDS.menu.servingsBehind)}$`, 'iu')

/** One with a number is a name: 'Vat 44'. */
const LAST_FIELD = /(?:\s?[|·•]\s?|\s[-–—]\s|,\s)([^|·•,\d]+)$/u

/**
 * Splits how a beer is served from its name: 'Caña' from 'Caña Alhambra', 'klein' from 'Radler klein', 'Bottle' from 'Moorhen | Bottle'. A glass
 * may also be a brewery: in Poland, 'Pinta' is one, unless another follows.
 */
export function splitServing(catalogue: Catalogue, name: string): { name: string; serving: string | null } {
  const field = LAST_FIELD.exec(name)
  if (field?.[1] && saysHowServed(field[1])) return { name: name.slice(0, field.index), serving: field[1].trim() }
  const before = GLASS_BEFORE.exec(name)?.[0]
  const isBrewery =
    before !== undefined &&
    breweryNamedBy(catalogue, before) &&
    !startsWithBrewery(catalogue, name.slice(before.length))
  if (before !== undefined && !isBrewery) return { name: name.slice(before.length), serving: before.trim() }
  const behind = SERVING_BEHIND.exec(name)
  return behind ? { name: name.slice(0, behind.index), serving: behind[0].trim() } : { name, serving: null }
}

function startsWithBrewery(catalogue: Catalogue, text: string): boolean {
  const words = text.split(/\s+/u)
  return [1, 2, 3].some((count) => breweryNamedBy(catalogue, words.slice(0, count).join(' ')) !== undefined)
}

export function mentionsCharge(text: string): boolean {
  return CHARGE.test(foldText(text))
}

const REQUEST = new RegExp(String.raw`^[^\p{L}]*${anyOf(WORDS.menu.requests.map(foldText))}${WORD_END}`, 'u')

/** True for 'Please ask for our guest ales' and 'Sold out'. With a price or an ABV the words are a name. */
export function isRequest(row: MenuRow): boolean {
  return REQUEST.test(foldText(row.text)) && !hasPriceOrAbv(row)
}

/** Text in brackets qualifies the words before it: origin, serving size. */
export const BRACKETED = /[([{【［（][^)\]}】］）]*[)\]}】］）]?/gu

export function withoutBrackets(text: string): string {
  return text.replace(BRACKETED, ' ').replace(/\s+/gu, ' ').trim()
}

/** The folded words of a text; numbers without letters are not words. */
export function wordsOf(text: string): string[] {
  return foldText(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => /\p{L}/u.test(word))
}

/** True if the row has words that may be a name, other than those of headings and common words of labels. */
export function mayBeName(catalogue: Catalogue, { text }: MenuRow): boolean {
  return distinctiveWords(catalogue, withoutBrackets(text)).some((word) => !SECTION_WORDS.has(foldText(word)))
}

const BULLET = /^\s*[·•∙▪●◦]\s*(?=\p{L})/u

export function isBulleted({ read }: MenuRow): boolean {
  return BULLET.test(read[0] ?? '')
}

/** 'Beer:', or with another word: 'Beer pairing:'. */
const BEER_LEAD = new RegExp(
  String.raw`^(?:\p{L}{3,12}\s)?${anyOf(WORDS.menu.beerLabels)}\s?(?:\p{L}{3,12})?\s?[:：]\s?(?=\p{L})`,
  'iu',
)

/**
 * 'Beer: Helles - a light lager' labels itself as a beer, 'Soup: ...' as something else. In 'Tripel: Quartzjubel' and
 * 'Moorhen: Porter' the word before the colon belongs to the name.
 */
export function labelOf(
  catalogue: Catalogue,
  text: string,
): { isBeer: boolean; name: string; rest: string | null } | undefined {
  const lead = BEER_LEAD.exec(text)
  const label = lead ?? /^(\p{L}{3,12})\s?[:：]\s?(?=\p{L})/u.exec(text)
  if (!label || (!lead && isOfBeer(catalogue, label[1] ?? ''))) return undefined
  // 'Guest cider: ...'
  const { other, food } = drinkWords(label[0])
  const isBeer = lead !== null && other + food === 0
  const [name = '', ...rest] = text
    .slice(label[0].length)
    .split(/\s?[-–—]\s?(?=\p{Lu}\p{L}*\s?\p{Ll})|\s?(?:brewed|blended)\s?by/u)
  return { isBeer, name: name.trim(), rest: rest.join(' ').trim() || null }
}

/** True for a style, a kind of beer, or a brewery. */
function isOfBeer(catalogue: Catalogue, word: string): boolean {
  const { other, food } = drinkWords(word)
  if (other + food > 0) return false
  return namesKindOfBeer(word) || catalogue.styleIn(word) !== undefined || breweryNamedBy(catalogue, word) !== undefined
}

const PROSE_WORDS_MIN = 4

/** True for prose, a sentence or a part of one: 'Birra chiara dal gusto equilibrato', but not 'Helles, Bristol'. */
export function isProse(text: string): boolean {
  const words = wordsOf(text)
  return words.length >= PROSE_WORDS_MIN && words.some((word) => GRAMMATICAL_WORDS.has(word))
}

/** The same, but not for 'brewed by Moorhen in Bristol'. */
export function isDescription(text: string): boolean {
  return isProse(text) && !hasBrewingWord(text)
}

export function hasPriceOrAbv({ facts }: MenuRow): boolean {
  return facts.abv !== null || facts.price !== null
}

/** True if the row mentions an ABV, even one that could not be parsed. */
export function mentionsAbv({ read }: MenuRow): boolean {
  return /%|(?<!\p{L})(?:abv|alc)/iu.test(read[0] ?? '')
}

export function startsWithStyle(catalogue: Catalogue, text: string): boolean {
  const lettersOf = (words: string) => foldText(words).replace(/[^\p{L}]/gu, '')
  const style = catalogue.styleIn(text)
  return style !== undefined && lettersOf(text).startsWith(lettersOf(style.text))
}

/** A row that contains only serving sizes: '(Glass 250 ml, Pint 473 ml)'. */
export function isSizeNote({ text, facts }: MenuRow): boolean {
  return facts.size !== null && wordsOf(withoutBrackets(text)).length === 0
}

/** True if all numbers of a row are sizes in brackets, which apply to what follows: 'DRAUGHT (glass 100 ml, pint 473 ml)'. */
export function givesSizesInBrackets({ read }: MenuRow): boolean {
  const text = read.join(' ')
  const outside = printedFacts(withoutBrackets(text))
  const { size } = printedFacts(text)
  return size?.includes('/') === true && outside.price === null && outside.size === null
}

/** A number and a street, a telephone number, a web address. */
const ADDRESS = new RegExp(
  [
    String.raw`^\d{1,5}\s.*(?<!\p{L})${anyOf(WORDS.menu.streets)}(?!\p{L}).*,`,
    String.raw`(?<!\d)\(?\d{3}\)?[-.\s]\d{3}[-.\s]\d{4}(?!\d)`,
    String.raw`(?:www\.|https?:)\S+\.\S`,
  ].join('|'),
  'iu',
)

/** True for the address at the foot of a page. */
export function isAddress({ read }: MenuRow): boolean {
  return ADDRESS.test(read.join(' '))
}
