/** Separates the words of a menu item into name, brewery and style. */
import { type Catalogue, foldText } from '#catalogue'
import { NOT_BEER } from '../label/drinks.ts'
import { breweryNamedBy, hasBrewingWord } from '../label/printed-brewery.ts'
import { printedOn, type SizedLine } from '../label/sighting.ts'
import { inTitleCase, isInCapitals } from '../label/title-case.ts'
import type { Printed } from '../outcome.ts'
import type { MenuItem } from './menu-items.ts'
import { BRACKETED } from './menu-row-words.ts'

const DETAIL_PROMINENCE = 0.6

/** The lines to match with the catalogue: the item's name first, then its details and its brewery. */
export function linesOf({ name, details, brewedBy, confidence, rows }: MenuItem): SizedLine[] {
  const bare = name.replace(BRACKETED, ' ').trim()
  const isNamed = /\p{L}{2}/u.test(bare)
  const bracketed = isNamed ? (name.match(BRACKETED) ?? []) : []
  return [
    { line: { text: isNamed ? bare : name, confidence, lattice: rows[0]?.lattice }, height: 1 },
    ...[...bracketed, ...details, ...(brewedBy === null ? [] : [brewedBy])].map((text) => ({
      line: { text, confidence },
      height: DETAIL_PROMINENCE,
    })),
  ]
}

/** What the item prints about its beer. */
export function printedOf(catalogue: Catalogue, item: MenuItem): Printed {
  const read = printedOn(catalogue, linesOf(item))
  const brewery = breweryOf(catalogue, item)
  return {
    // Before and after, because the brewery's name may be written in one: 'BrewDog'.
    name: inUsualCase(withoutBrewery(splitCamelCase(withoutBrewery(latinPart(item.name), brewery)), brewery)),
    brewery,
    style: read.style ?? styleOfSection(catalogue, item),
    abv: item.facts.abv,
    ibu: item.facts.ibu,
    price: item.facts.price,
    size: item.facts.size,
    section: item.section,
  }
}

/** The style in the section heading, if it names only one: 'LAGER, PILSNER' is ambiguous. */
function styleOfSection(catalogue: Catalogue, { section }: MenuItem): string | null {
  const hit = section === null ? undefined : catalogue.styleIn(section)
  if (!section || !hit || NOT_BEER.has(hit.style)) return null
  const others = section.replace(hit.text, ' ')
  return /\p{L}/u.test(others) ? null : hit.style
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

/** Brackets usually contain towns and sizes. A year is part of the name, and so is text in black lenticular brackets. */
function isPartOfName(bracketed: string): boolean {
  return /^【|^.(?:19|20)\d{2}.$/u.test(bracketed)
}

const OTHER_SCRIPT = /[^\p{Script=Latin}\P{L}]/u

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

/** 'WalkervillePurity' becomes 'Walkerville Purity', 'ImperialIPA' 'Imperial IPA'. */
function splitCamelCase(name: string): string {
  return name.replace(/(?<=\p{Ll}{3})(?=\p{Lu}(?:\p{Ll}{2}|\p{Lu}{2}))/gu, ' ')
}

const ABBREVIATION_MAX = 4

/** 'MAINSTAY BOWLINE' becomes 'Mainstay Bowline'; 'KBS' may be an abbreviation. */
function inUsualCase(name: string): string {
  const isAbbreviation = name.replace(/\P{L}/gu, '').length <= ABBREVIATION_MAX
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
  return rest.length >= 3 ? rest : name
}

/** The text after a prefix that is given folded, or undefined. The two may differ in length: 'ß' folds to 'ss'. */
function afterPrefix(text: string, prefix: string): string | undefined {
  const end = Array.from(text, (_, index) => index + 1).findLast((length) => foldText(text.slice(0, length)) === prefix)
  return end === undefined ? undefined : text.slice(end)
}
