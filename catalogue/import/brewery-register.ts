/**
 * Finds the brewery that a source means among those that are known. Names are compared without what every brewery calls
 * itself ('Brewing Co.', 'Brauerei'); two of one name are told apart by where they are. Nothing is matched by likeness of
 * spelling: a wrong brewery would take all of its beers along.
 */
import { foldText } from '../fold-text.ts'
import { readWords } from '../read-words.ts'
import { isTrade } from '../same-brewery.ts'
import type { ImportedBrewery } from './imported.ts'
import { type Address, isInOtherRegion, isInOtherTown, isInSameState } from './places.ts'

export interface KnownBrewery extends Address {
  name: string
  aliases: readonly string[]
}

export interface BreweryRegister<B extends KnownBrewery> {
  add(brewery: B): void
  remove(brewery: B): void
  /** The brewery meant, undefined when it is none of them. Among equals the first that was entered. */
  find(sought: ImportedBrewery): B | undefined
}

/** Behind a name; in front of one the same letters may be the name. */
const LEGAL_FORM =
  /(?<=\S)[\s,&+]+(?:(?:gmbh|co|kg|kgaa|ohg|ag|eg|gbr|nv|n\.v|bv|b\.v|sa|s\.a|sarl|sprl|srl|s\.r\.l|spa|s\.p\.a|ab|a\/s|as|oy|plc|ltd|llc|inc|ltda|s\.r\.o|a\.s)\b\.?[\s,&+]*)+$/iu

/** How well a known brewery answers: the name as it is written, and the town. */
const FIT = { writtenAlike: 2, sameTown: 1 }

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

function best<B extends KnownBrewery>(candidates: Iterable<B>, name: string, sought: ImportedBrewery): B | undefined {
  let found: B | undefined
  let most = -1
  for (const candidate of candidates) {
    const fit = fitOf(candidate, name, sought)
    if (fit > most) {
      found = candidate
      most = fit
    }
  }
  return found
}

/** -1 when it must be another one. */
function fitOf(known: KnownBrewery, name: string, sought: ImportedBrewery): number {
  if (isInOtherRegion(known, sought)) return -1
  const inOtherTown = isInOtherTown(known, sought)
  const writtenAlike = [known.name, ...known.aliases].some((spelling) => written(spelling) === written(name))
  if (inOtherTown && (!writtenAlike || (sought.placeDecides && !isInSameState(known, sought)))) return -1
  const sameTown = known.city !== null && sought.city !== null && !inOtherTown
  return (writtenAlike ? FIT.writtenAlike : 0) + (sameTown ? FIT.sameTown : 0)
}

function keysOf({ name, aliases }: KnownBrewery): Set<string> {
  return new Set([name, ...aliases].flatMap(partsOf).map(keyOf))
}

/** 'Baltika Breweries (Балтика)' is two names; what stands before the bracket counts first. */
function partsOf(name: string): string[] {
  const outside = name.replace(/\s*\([^)]*\)/gu, '').trim()
  const inside = [...name.matchAll(/\(([^)]*)\)/gu)].map(([, text]) => text ?? '')
  return [outside, ...inside, name].filter((part, index, all) => /\p{L}/u.test(part) && all.indexOf(part) === index)
}

function keyOf(name: string): string {
  const words = readWords(name.replace(LEGAL_FORM, ''))
  const telling = words.filter((word) => !isTrade(word))
  return (telling.length > 0 ? telling : words).join(' ') || foldText(name)
}

function written(name: string): string {
  return readWords(name.replace(LEGAL_FORM, '')).join(' ') || foldText(name)
}
