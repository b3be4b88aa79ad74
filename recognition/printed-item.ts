/** What an item of a list prints of its beer: which of its words are the name, which the brewery, which the style. */
import { type Catalogue, foldText } from '#catalogue'
import { BRACKETED, type MenuItem } from './menu-items.ts'
import type { Printed } from './outcome.ts'
import { breweryCalled, saysBrewery } from './printed-brewery.ts'
import { printedOn, type TallLine } from './sighting.ts'

/** Styles that stand on lists of beer and are none. */
export const NOT_BEER = new Set(['Cider', 'Mead', 'Hard Seltzer'])
const DETAIL_PROMINENCE = 0.6

/** The words of an item as they are looked up: its name first, then what says more of it. */
export function linesOf({ name, details, brewedBy, confidence }: MenuItem): TallLine[] {
  const bare = name.replace(BRACKETED, ' ').trim()
  const isNamed = /\p{L}{2}/u.test(bare)
  const beside = isNamed ? (name.match(BRACKETED) ?? []) : []
  return [
    { line: { text: isNamed ? bare : name, confidence }, height: 1 },
    ...[...beside, ...details, ...(brewedBy === null ? [] : [brewedBy])].map((text) => ({
      line: { text, confidence },
      height: DETAIL_PROMINENCE,
    })),
  ]
}

/** What the rows say of the beer, the figures aside that were taken out of them. */
export function printedOf(catalogue: Catalogue, item: MenuItem): Printed {
  const read = printedOn(catalogue, linesOf(item))
  const brewery = breweryOf(catalogue, item)
  return {
    name: withoutBrewery(spaced(inLatin(item.name)), brewery),
    brewery,
    style: read.style ?? styleOver(catalogue, item),
    abv: item.facts.abv,
    ibu: item.facts.ibu,
    price: item.facts.price,
    size: item.facts.size,
    section: item.section,
  }
}

/** The style that the heading names, when it names one alone: 'LAGER, PILSNER' leaves it open. */
function styleOver(catalogue: Catalogue, { section }: MenuItem): string | null {
  const hit = section === null ? undefined : catalogue.styleIn(section)
  if (!section || !hit || NOT_BEER.has(hit.style)) return null
  const others = section.replace(hit.text, ' ')
  return /\p{L}/u.test(others) ? null : hit.style
}

const BREWERY_WORDS_MAX = 4
const SEPARATORS = /\s?[-–—,·•|/(){}[\]]\s?/u

/** The brewery that begins the name, or stands by itself among the details, or over them. */
function breweryOf(catalogue: Catalogue, { name, details, brewedBy }: MenuItem): string | null {
  const words = name.split(/\s+/u)
  const openings = words.slice(0, BREWERY_WORDS_MAX).map((_, index) => words.slice(0, index + 1).join(' '))
  const said = [...openings.reverse(), ...details.flatMap((text) => text.split(SEPARATORS))]
  for (const text of said) {
    const brewery = breweryCalled(catalogue, text)
    if (brewery) return brewery.name
  }
  return brewedBy
}

/** Brackets hold towns and sizes; a year is part of the name, and black brackets hold names. */
function isName(bracketed: string): boolean {
  return /^【|^.(?:19|20)\d{2}.$/u.test(bracketed)
}

const OTHER_SCRIPT = /[^\p{Script=Latin}\P{L}]/u

/** A name in two scripts is told in Latin letters, where those name something: the others are read less well. */
function inLatin(name: string): string {
  const isNamed = /\p{L}{3}/u.test(name.replace(BRACKETED, ' '))
  const bare = name.replace(BRACKETED, (part) => (isName(part) || !isNamed ? part : ' ')).trim()
  const words = bare.split(/\s+/u).flatMap((word) => {
    if (!OTHER_SCRIPT.test(word)) return word
    return word.match(/[\p{Script=Latin}][\p{Script=Latin}\p{M}\p{N}'’-]{2,}/gu) ?? []
  })
  const told = words.join(' ').replace(/^[\s×-]+|[\s×-]+$/gu, '')
  if (!OTHER_SCRIPT.test(bare)) return told || name
  return /\p{L}{4}/u.test(told) && !saysBrewery(told) ? told : name
}

/** 'WalkervillePurity': a capital within a word that goes on small begins the next. */
function spaced(name: string): string {
  return name.replace(/(?<=\p{Ll}{3})(?=\p{Lu}\p{Ll}{2})/gu, ' ')
}

/** 'Mill St. Cobblestone Stout' of Mill St. is 'Cobblestone Stout'. */
function withoutBrewery(name: string, brewery: string | null): string {
  if (brewery === null) return name
  if (!foldText(name).startsWith(foldText(brewery))) return name
  const rest = name
    .slice(brewery.length)
    .replace(/^[\s,:'’s-]+(?=\p{L})/u, '')
    .trim()
  return rest.length >= 3 ? rest : name
}
