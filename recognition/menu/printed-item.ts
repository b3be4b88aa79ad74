/** Separates the words of a menu item into name, brewery and style. */
import {
  ALCOHOL_FREE,
  type Catalogue,
  foldText,
  inTitleCase,
  isInCapitals,
  lettersOf,
  statesAlcoholFree,
} from '#catalogue'
import { ALCOHOL_FREE_MAX, isRegion } from '#catalogue/identity'
import { distinctiveWords } from '../label/distinctive-words.ts'
import { NOT_BEER } from '../label/drinks.ts'
import { GRAMMATICAL_WORDS } from '../label/grammatical-words.ts'
import { breweryNamedBy, FOLLOWS_NAME, hasBrewingWord, TRADE_WORD } from '../label/printed-brewery.ts'
import type { SizedLine } from '../label/sighting.ts'
import { withoutSmallPrint } from '../label/small-print.ts'
import type { Printed } from '../outcome.ts'
import type { MenuItem } from './menu-items.ts'
import {
  BRACKETED,
  hasOnlySectionWords,
  isDescription,
  startsWithStyle,
  withoutBrackets,
  wordsOf,
} from './menu-row-words.ts'

const DETAIL_PROMINENCE = 0.6

/** Headings that name several things: 'Bier & Alkoholfreies'. */
const SEVERAL = /[&+,/]|(?<!\p{L})(?:a|and|e|en|et|och|og|und|y)(?!\p{L})/iu

/** The heading of beers without alcohol, which their own rows need not repeat. */
function alcoholFreeSection({ section, facts }: MenuItem): string[] {
  const isStrong = facts.abv !== null && facts.abv > ALCOHOL_FREE_MAX
  return section === null || isStrong || SEVERAL.test(section) || !statesAlcoholFree(section) ? [] : [section]
}

/** The lines to match with the catalogue: the item's name first, then its details, its brewery, and whether it is alcohol-free. */
export function linesOf(catalogue: Catalogue, item: MenuItem): SizedLine[] {
  const { name, details, brewedBy, confidence, rows } = item
  const bare = withoutPlaces(name.replace(BRACKETED, ' ').trim())
  const isNamed = /\p{L}{2}/u.test(bare)
  const bracketed = isNamed ? (name.match(BRACKETED) ?? []) : []
  const facts = details.flatMap((detail) => (isDescription(detail) ? factsIn(catalogue, detail) : detail))
  return [
    { line: { text: isNamed ? bare : name, confidence, lattice: rows[0]?.lattice }, height: 1 },
    ...[...bracketed, ...facts, ...(brewedBy === null ? [] : [brewedBy]), ...alcoholFreeSection(item)].map((text) => ({
      line: { text, confidence },
      height: DETAIL_PROMINENCE,
    })),
  ]
}

/**
 * What a description says of the beer: its brewery, as in 'De Kwispel, Ghent, Belgium', its style, and that it has no alcohol. Its other words are no
 * part of a name, and are not to be looked for in one.
 */
function factsIn(catalogue: Catalogue, description: string): string[] {
  const breweries = description.split(SEPARATORS).filter((part) => breweryNamedBy(catalogue, part))
  const style = catalogue.styleIn(description)?.text
  return [
    ...breweries,
    ...(style === undefined ? [] : [style]),
    ...(statesAlcoholFree(description) ? [ALCOHOL_FREE] : []),
  ]
}

/** The fields that are no places: 'Quiet Stout' of 'Quiet Stout | Portland, OR'. */
function withoutPlaces(name: string): string {
  const fields = name.split(/\s\|\s/u)
  return fields.filter((field, at) => at === 0 || !isRegion(field.split(',').at(-1) ?? '')).join(' | ')
}

/** What the item prints about its beer. */
export function printedOf(catalogue: Catalogue, item: MenuItem): Printed {
  const fields = nameFields(catalogue, item.name.replace(ALLERGENS, ''))
  const brewery =
    fields.brewery ?? breweryOf(catalogue, item) ?? breweryOf(catalogue, { ...item, name: splitWords(item.name) })
  // Before and after, because the brewery's name may be written in one: 'BrewDog'.
  const name = withoutBrewery(splitWords(withoutBrewery(latinPart(fields.name), brewery)), brewery)
  return {
    name: inUsualCase(name),
    brewery,
    style: styleOf(catalogue, item, name) ?? styleOfSection(catalogue, item),
    abv: item.facts.abv,
    ibu: item.facts.ibu,
    price: item.facts.price,
    size: item.facts.size,
    section: item.section,
  }
}

/** Words that are further apart belong to different things: 'milk stout with a hint of chocolate'. */
const PRECISE_WORDS_MAX = 4

/**
 * The style that a detail or the name states, or a more precise one of its family: 'Zwartgans Stout' over 'a silky milk stout' is a milk stout, but
 * 'Gose' over 'a tart wheat ale' is no wheat beer.
 */
function styleOf(catalogue: Catalogue, item: MenuItem, name: string): string | null {
  const { abv } = item.facts
  const stated = item.details
    .map(withoutBrackets)
    .find((text) => isOnlyStyle(catalogue, text) || isStyleAndFacts(catalogue, text))
  const own = catalogue.styleIn(stated ?? name, abv)
  const [first, ...others] = linesOf(catalogue, item)
  const lines = first ? [{ ...first, line: { ...first.line, text: `${name} ${first.line.text}` } }, ...others] : others
  const text = withoutSmallPrint(lines)
    .map(({ line }) => line.text)
    .join(' ')
  const all = catalogue.styleIn(text, abv)
  const isMorePrecise =
    own &&
    all?.family === own.family &&
    foldText(all.text).includes(foldText(own.text)) &&
    wordsOf(all.text).length <= PRECISE_WORDS_MAX
  return (own && !isMorePrecise ? own : all)?.style ?? null
}

/** 'Honey beer, Bristol', but neither 'special release' nor 'stout with coffee'. */
function isStyleAndFacts(catalogue: Catalogue, text: string): boolean {
  const style = catalogue.styleIn(text)
  if (!style || !startsWithStyle(catalogue, text)) return false
  return wordsOf(style.text).length > 1 && !wordsOf(text).some((word) => GRAMMATICAL_WORDS.has(word))
}

/** The style in the section heading, if it names only one: 'LAGER, PILSNER' is ambiguous, and 'CERVEZAS' lists all kinds. */
function styleOfSection(catalogue: Catalogue, { section }: MenuItem): string | null {
  const hit = section === null || hasOnlySectionWords(section) ? undefined : catalogue.styleIn(section)
  if (!section || !hit || NOT_BEER.has(hit.style)) return null
  const others = section.replace(hit.text, ' ')
  return /\p{L}/u.test(others) ? null : hit.style
}

/** What separates the fields of a row. Brackets, and dashes and slashes within words, do not. */
const FIELD_SEPARATOR = /(\s?[|·•]\s?|\s[-–—/]\s|[,:：]\s)/u
/** Nothing follows it, as an ABV or a price that was read apart. */
const SEPARATOR_AT_END = /(?:\s[-–—/]|\s?[|·•:：,])\s*$/u

/**
 * The name among the fields of its row, without places, breweries and styles: 'Quiet Stout | Moorhen', 'Quiet Stout, Portland, OR',
 * 'Quiet Night: Stout Portland, OR', 'Quiet Night - Stout - Moorhen, Portland, OR'.
 */
function nameFields(catalogue: Catalogue, text: string): { name: string; brewery: string | null } {
  // Fields at even indices, separators between them.
  const parts = text.replace(SEPARATOR_AT_END, '').split(FIELD_SEPARATOR)
  let brewery: string | null = null
  let isPlaced = false
  const drop = (from: number, to: number) => parts.splice(from, to - from)
  const lead = leadOf(catalogue, parts)
  if (lead) {
    brewery = lead.brewery
    drop(0, 2)
  }
  const all = parts.length
  for (let last = parts.length - 1; last > 0; last = parts.length - 1) {
    const [field = '', separator = ''] = [parts[last], parts[last - 1]]
    const named: string | null = brewery === null ? breweryOfField(catalogue, field) : null
    if (isRegion(field.replace(/\.$/u, ''))) {
      drop(last > 2 && separator.startsWith(',') ? last - 3 : last - 1, last + 1)
      isPlaced = true
    } else if (named !== null) {
      brewery = named
      drop(last - 1, last + 1)
    } else if ((last > 2 || parts.length < all || /[|·•]/u.test(separator)) && isOnlyStyle(catalogue, field)) {
      drop(last - 1, last + 1)
    } else if (isPlaced && brewery === null && last > 2 && isOnlyStyle(catalogue, parts[last - 2] ?? '')) {
      // What stands between a style and a place.
      brewery = field
      drop(last - 3, last + 1)
    } else break
  }
  const first = parts.length > 2 && brewery === null ? breweryOfField(catalogue, parts[0] ?? '') : null
  if (first !== null) drop(0, 2)
  return { name: parts.join(''), brewery: brewery ?? first }
}

/** The style or the brewery in front of the colon of a name: 'Tripel: Quartzjubel', 'Moorhen: Quiet Stout'. */
function leadOf(catalogue: Catalogue, [lead = '', separator = '']: string[]): { brewery: string | null } | undefined {
  if (!/^[:：]/u.test(separator)) return undefined
  const brewery = breweryNamedBy(catalogue, lead)?.name ?? null
  return brewery !== null || isOnlyStyle(catalogue, lead) ? { brewery } : undefined
}

function breweryOfField(catalogue: Catalogue, field: string): string | null {
  const known = breweryNamedBy(catalogue, field)
  if (known) return known.name
  const [word] = TRADE_WORD.exec(field) ?? []
  // 'Little Alder Brewing Cloud Nine' has a name, too.
  const after = word !== undefined && FOLLOWS_NAME.test(word) ? field.slice(field.indexOf(word) + word.length) : ''
  const isNamedAfter = distinctiveWords(catalogue, after).length > 0 || catalogue.styleIn(after) !== undefined
  return word !== undefined && !isNamedAfter && distinctiveWords(catalogue, field).length > 0 ? field : null
}

function isOnlyStyle(catalogue: Catalogue, text: string): boolean {
  const style = catalogue.styleIn(text)
  return style !== undefined && lettersOf(style.text) === lettersOf(text)
}

const BREWERY_WORDS_MAX = 4
const SEPARATORS = /\s?[-–—,·•|/(){}[\]]\s?/u

/** The brewery at the start of the name, alone between separators in the details, or in a heading. */
function breweryOf(catalogue: Catalogue, { name, details, brewedBy }: MenuItem): string | null {
  const words = name.split(/\s+/u)
  const prefixes = words.slice(0, BREWERY_WORDS_MAX).map((_, index) => words.slice(0, index + 1).join(' '))
  const phrases = [...prefixes.reverse(), ...details.flatMap((text) => text.split(SEPARATORS))]
  for (const text of phrases) {
    const brewery = breweryNamedBy(catalogue, text)
    if (brewery) return brewery.name
  }
  return brewedBy
}

/** The codes of allergens behind a name: 'Dunkles a, c', 'Helles A1,C'. */
const ALLERGENS = /\s[a-z]\d?(?:\s?,\s?(?:[a-z]\d?|\d{1,2})(?![\p{L}\p{N}])){1,9}$/iu

/** Brackets usually contain towns and sizes. A year is part of the name, and so is text in black lenticular brackets. */
function isPartOfName(bracketed: string): boolean {
  return /^【|^.(?:19|20)\d{2}.$/u.test(bracketed)
}

const OTHER_SCRIPT = /[^\p{Script=Latin}\P{L}]/u

/** True for letters that are not Latin: 'ギネスビール'. */
export function isInOtherScript(text: string): boolean {
  return OTHER_SCRIPT.test(text)
}

/** Reduces a name in two scripts to its Latin letters if they form a name: the OCR reads other scripts less well. */
function latinPart(name: string): string {
  const isNamed = /\p{L}{3}/u.test(name.replace(BRACKETED, ' '))
  const bare = name.replace(BRACKETED, (part) => (isPartOfName(part) || !isNamed ? part : ' ')).trim()
  const words = bare.split(/\s+/u).flatMap((word) => {
    if (!OTHER_SCRIPT.test(word)) return word
    return word.match(/[\p{Script=Latin}][\p{Script=Latin}\p{M}\p{N}'’-]{2,}/gu) ?? []
  })
  const latin = words.join(' ').replace(/^[\s×-]+|(?<![\s×-])[\s×-]+$/gu, '')
  if (!OTHER_SCRIPT.test(bare)) return latin || name
  return /\p{L}{4}/u.test(latin) && !hasBrewingWord(latin) ? latin : name
}

/** 'WalkervillePurity' becomes 'Walkerville Purity', 'ImperialIPA' 'Imperial IPA', '805Blonde' '805 Blonde'. */
function splitWords(name: string): string {
  return name
    .replace(/(?<=\p{Ll}{3}\p{N}{0,3})(?=\p{Lu}(?:\p{Ll}{2}|\p{Lu}{2}))/gu, ' ')
    .replace(/(?<=\p{N}|\p{Ll}['’]s)(?=\p{Lu}\p{Ll}{2})|(?<=\p{Ll}['’]s)(?=\p{Lu}{3})/gu, ' ')
}

const ABBREVIATION_MAX = 4

/** 'MAINSTAY BOWLINE' becomes 'Mainstay Bowline'; 'KBS' may be an abbreviation, and so may Latin letters among others: '志賀高原IPA'. */
function inUsualCase(name: string): string {
  const isAbbreviation = name.replace(/\P{L}/gu, '').length <= ABBREVIATION_MAX || OTHER_SCRIPT.test(name)
  return isInCapitals(name) && !isAbbreviation ? inTitleCase(name) : name
}

/** What separates the brewery from the name, with the s of a genitive before it. */
const AFTER_BREWERY = /^(?:['’‘`]?s)?(?![\p{L}\p{N}])[\s,:'’‘`-]*/iu

/** 'Mill St. Cobblestone Stout' becomes 'Cobblestone Stout' if the brewery is Mill St. */
function withoutBrewery(name: string, brewery: string | null): string {
  if (brewery === null) return name
  const after = afterPrefix(name, foldText(brewery))
  if (after === undefined || !AFTER_BREWERY.test(after)) return name
  const rest = after.replace(AFTER_BREWERY, '').trim()
  // '0.0' is no name.
  return /[\p{L}\p{N}]{3}/u.test(rest) ? rest : name
}

/** The text after a prefix that is given folded, or undefined. The two may differ in length: 'ß' folds to 'ss'. */
function afterPrefix(text: string, prefix: string): string | undefined {
  const end = Array.from(text, (_, index) => index + 1).findLast((length) => foldText(text.slice(0, length)) === prefix)
  return end === undefined ? undefined : text.slice(end)
}
