/**
 * Whether two names mean one brewery. Owners, abbeys, towns and legal forms come and go in a brewery's name; what stays is
 * its telling words. Two breweries that only share a word ('Red Lion', 'White Lion') stay two, and so do breweries of one
 * name in two countries.
 */
import { editDistance } from './confusions.ts'
import type { OrdinaryWords } from './ordinary-words.ts'
import { isNumber, readWords } from './read-words.ts'

/** A brewery as some source describes it; unknown is null or absent. */
export interface DescribedBrewery {
  name: string
  /** Brand, abbey, owner, local script. */
  aliases?: readonly string[] | undefined
  country?: string | null | undefined
}

/** A brewery's names, read once for many comparisons. */
export interface ReadBrewery {
  /** Telling words of each name and of each part that may stand for it alone. */
  forms: readonly (readonly string[])[]
  /** Every word of its names but those of the trade: what a beer's name repeats of it. */
  words: ReadonlySet<string>
  country: string | null
}

const SAME = 1
/** One name is the beginning of the other, which says more: 'Iron Hill', 'Iron Hill Maple Shade'. */
const LONGER = { severalWords: 0.95, oneWord: 0.7, notItsHead: 0.5 }
/** Both say something the other does not: at most this, by the share they have in common. */
const PARTLY_MOST = 0.5

/** Parts of a name that can stand for the brewery alone: 'Ise Kadoya' in 'Nikenjayamochi Honten / Ise Kadoya Brewery'. */
const PARTS = /\s*[/|(),;]\s*|\s+[-–—]\s+/u
/** What stands beside the name of a brewery and names no brewery: what else the house is. */
const HOUSES = new Set(
  'alehouse aleworks beerworks brewcafe brewpubs gasthaus gasthof grill grille grillhouse hotel inn klosterbrauerei plc pubs restaurants saloon schlossbrauerei station steakhouse tavern taphouse taproom gmbh mbh works'.split(
    ' ',
  ),
)

/** What every brewery calls itself; when nothing else of a name tells, the rest of it does ('The Pint Brewing Co.'). */
const TRADE = new Set(
  'abbaye abbey abdij and bier biere beer birra birrificio brasserie brau brauerei brauhaus brew brewers brewery brewhouse brewing brouwerij browar bryggeri cerveceria cervejaria co company corp craft gmbh inc limited llc ltd panimo pivovar the trappist trappiste trappisten trappistes und'.split(
    ' ',
  ),
)

/** True for what stands in brewery names without naming any: 'Brauerei', 'Company', 'Taproom'. */
export function isTrade(word: string): boolean {
  return TRADE.has(word) || HOUSES.has(word)
}

export function readBrewery(brewery: DescribedBrewery, ordinary: OrdinaryWords): ReadBrewery {
  const spellings = [brewery.name, ...(brewery.aliases ?? [])]
  const forms = new Map<string, string[]>()
  for (const spelling of spellings)
    for (const part of [spelling.replace(/\([^)]*\)/gu, ' '), ...spelling.split(PARTS)]) {
      const words = tellingWords(part, ordinary)
      if (words.length > 0) forms.set(words.join(' '), words)
    }
  const all = [...forms.values()]
  const spoken = spellings.flatMap((spelling) => joinLoneS(readWords(spelling))).filter((word) => !isTrade(word))
  return { forms: all, words: new Set([...spoken, ...all.flat()]), country: brewery.country ?? null }
}

/** How sure two breweries are one, 0-1. */
export function brewerySameness(a: ReadBrewery, b: ReadBrewery): number {
  if (a.country !== null && b.country !== null && a.country !== b.country) return 0
  let best = 0
  for (const mine of a.forms) for (const theirs of b.forms) best = Math.max(best, sameForm(mine, theirs))
  return best
}

/** True for the same word with a slip or another ending: 'Fuller' and 'Fullers', 'Weihenstephan' and 'Weihenstephaner'. */
export function isSameBrand(a: string, b: string): boolean {
  if (a === b) return true
  if (a.charCodeAt(0) !== b.charCodeAt(0) || /\d/.test(a + b)) return false
  const [short, long] = a.length <= b.length ? [a, b] : [b, a]
  const ending = long.startsWith(short) ? long.slice(short.length) : ''
  return ending === 's' || (ending !== '' && ending.length <= 3 && short.length >= 5) || isSlip(a, b)
}

/** One slip in a word of 6 letters, two from 12 on. People do not mistake a first letter, and numbers have no slips. */
export function isSlip(a: string, b: string): boolean {
  const length = Math.min(a.length, b.length)
  if (length < 6 || a.charCodeAt(0) !== b.charCodeAt(0) || /\d/.test(a + b)) return false
  const most = length >= 12 ? 2 : 1
  return editDistance(a, b, most) <= most
}

function tellingWords(name: string, ordinary: OrdinaryWords): string[] {
  const words = [...new Set(joinLoneS(readWords(name)))]
  const telling = words.filter((word) => !ordinary.isCommon(word) && !HOUSES.has(word))
  if (telling.length > 0 && !telling.every((word) => isNumber(word))) return telling
  const rest = words.filter((word) => !isTrade(word))
  return rest.length > 0 ? rest : words
}

/** A genitive that lost its apostrophe to a blank: 'Fuller s'. */
export function joinLoneS(words: readonly string[]): string[] {
  const joined: string[] = []
  for (const word of words) {
    const before = joined.pop()
    if (before === undefined) joined.push(word)
    else if (word === 's') joined.push(before + word)
    else joined.push(before, word)
  }
  return joined
}

function sameForm(a: readonly string[], b: readonly string[]): number {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a]
  const joinedShort = short.join('')
  const joinedLong = long.join('')
  if (joinedShort === joinedLong || isSlip(joinedShort, joinedLong)) return SAME
  const common = short.filter((word) => long.some((other) => isSameBrand(word, other))).length
  if (common === long.length) return SAME
  if (common < short.length) return (PARTLY_MOST * 2 * common) / (short.length + long.length)
  if (short.length > 1) return LONGER.severalWords
  return isSameBrand(short[0] ?? '', long[0] ?? '') ? LONGER.oneWord : LONGER.notItsHead
}
