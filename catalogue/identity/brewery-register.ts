/**
 * Looks up known breweries by name. Names are compared without trade words ('Brewing Co.', 'Brauerei'); breweries of one
 * name are distinguished by their address. There is no fuzzy matching: a wrong brewery would be wrong for all its beers.
 */

import { TRADE_WORDS } from '../lexicon/stop-words.ts'
import { foldText } from '../text/normalise.ts'
import { tokenize } from '../text/tokens.ts'
import { anyOf, WORD_END, WORDS } from '../words/word-lists.ts'
import { type Address, isInOtherRegion, isInOtherTown, isInSameState } from './places.ts'

export interface KnownBrewery extends Address {
  name: string
  aliases: readonly string[]
}

/** The brewery that a source describes. */
interface SoughtBrewery extends Address {
  name: string
  /** Other names of the same brewery, most distinctive first. */
  otherNames: readonly string[]
  /** True if the same name in another town is another brewery. */
  distinctByTown: boolean
}

export interface BreweryRegister<B extends KnownBrewery> {
  add(brewery: B): void
  remove(brewery: B): void
  /** Returns the best match, among equals the one added first, or undefined. */
  find(sought: SoughtBrewery): B | undefined
}

/** After a name only; before it the same letters may be part of the name. */
const LEGAL_FORM = new RegExp(
  String.raw`(?<=[^\s,&+])[\s,&+]+(?:${anyOf(WORDS.legalForms)}${WORD_END}\.?[\s,&+]*)+$`,
  'iu',
)

/** Legal forms are among the last words of a name. Without a bound, the expression takes quadratic time for many of them. */
const LAST_WORDS = 12
const SEPARATOR = /[\s,&+]/u

/** Score of a candidate: equal including trade words, same town. */
const SCORE = { sameSpelling: 2, sameTown: 1 }

/** Starts empty: breweries are found once they were added. */
export function openBreweryRegister<B extends KnownBrewery>(): BreweryRegister<B> {
  const byKey = new Map<string, Set<B>>()

  return {
    add(brewery) {
      for (const key of keysOf(brewery)) byKey.set(key, (byKey.get(key) ?? new Set()).add(brewery))
    },
    remove(brewery) {
      for (const key of keysOf(brewery)) byKey.get(key)?.delete(brewery)
    },
    find(sought) {
      for (const name of [...partsOf(sought.name), ...sought.otherNames.flatMap(partsOf)]) {
        const found = best(byKey.get(keyOf(name)) ?? [], name, sought)
        if (found) return found
      }
      return undefined
    },
  }
}

function best<B extends KnownBrewery>(candidates: Iterable<B>, name: string, sought: SoughtBrewery): B | undefined {
  let found: B | undefined
  let highest = -1
  for (const candidate of candidates) {
    const score = scoreOf(candidate, name, sought)
    if (score > highest) {
      found = candidate
      highest = score
    }
  }
  return found
}

/** Returns -1 for a different brewery. */
function scoreOf(known: KnownBrewery, name: string, sought: SoughtBrewery): number {
  if (isInOtherRegion(known, sought)) return -1
  const inOtherTown = isInOtherTown(known, sought)
  const sameSpelling = [known.name, ...known.aliases].some((spelling) => spellingOf(spelling) === spellingOf(name))
  if (inOtherTown && (!sameSpelling || (sought.distinctByTown && !isInSameState(known, sought)))) return -1
  const sameTown = known.city !== null && sought.city !== null && !inOtherTown
  return (sameSpelling ? SCORE.sameSpelling : 0) + (sameTown ? SCORE.sameTown : 0)
}

function keysOf({ name, aliases }: KnownBrewery): Set<string> {
  return new Set([name, ...aliases].flatMap(partsOf).map((part) => keyOf(part)))
}

/** 'Baltika Breweries (Балтика)' is two names; the one outside the brackets comes first. */
function partsOf(name: string): string[] {
  const outside = name.replace(/(?:(?<!\s)\s+)?\([^)]{0,200}\)/gu, '').trim()
  const inside = [...name.matchAll(/\(([^)]{0,200})\)/gu)].map(([, text]) => text ?? '')
  return [outside, ...inside, name].filter((part, index, all) => /\p{L}/u.test(part) && all.indexOf(part) === index)
}

function withoutLegalForm(name: string): string {
  const isSeparator = (index: number) => SEPARATOR.test(name.charAt(index))
  let start = name.length
  for (let words = 0; start > 0 && words <= LAST_WORDS; start--) {
    if (isSeparator(start - 1) && !isSeparator(start)) words += 1
  }
  return name.slice(0, start) + name.slice(start).replace(LEGAL_FORM, '')
}

function keyOf(name: string): string {
  const words = tokenize(withoutLegalForm(name))
  const distinctive = words.filter((word) => !TRADE_WORDS.has(word))
  return (distinctive.length > 0 ? distinctive : words).join(' ') || foldText(name)
}

function spellingOf(name: string): string {
  return tokenize(withoutLegalForm(name)).join(' ') || foldText(name)
}
