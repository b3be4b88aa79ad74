/** Which breweries the words name: by their name, a brand, an owner or an abbey. */
import type { BreweryHit } from './catalogue.ts'
import type { Evidence } from './evidence.ts'
import type { IndexedBrewery, NameIndex } from './name-index.ts'

export interface BreweryEvidence {
  brewery: IndexedBrewery
  /** Words of the name or alias that fits best. */
  form: readonly number[]
  /** 0-1: share of the best fitting name that was found. */
  strength: number
  /** Weight of the words found, at most BRAND_MOST. */
  weight: number
  /** True when most of the name is there, and in it a word that is not ordinary or a line that has it all ('New Belgium'). */
  found: boolean
  /** True when the words found belong to the longer name of another brewery that is there in full: 'Martin' in 'Martin House'. */
  overshadowed: boolean
  lines: Set<number>
}

/** A brewery's name counts at most this much, however many rare words it has. */
export const BRAND_MOST = 7
const FOUND_STRENGTH = 0.65
/** From this strength on a name is there in full. */
const FULL_STRENGTH = 0.95
/** What is left of the weight of words that another brewery explains. */
export const OVERSHADOWED = 0.3
/** A word that this many breweries share names none of them. */
const SHARED_BY_MANY = 60

export function findBreweries({ words }: Evidence, index: NameIndex): Map<IndexedBrewery, BreweryEvidence> {
  const breweries = new Set<IndexedBrewery>()
  for (const word of words.keys()) {
    const named = index.breweriesWith(word)
    if (named && named.size <= SHARED_BY_MANY) for (const brewery of named) breweries.add(brewery)
  }
  const found = new Map<IndexedBrewery, BreweryEvidence>()
  for (const brewery of breweries) {
    const evidence = judge(brewery, words, index)
    if (evidence) found.set(brewery, evidence)
  }
  const inFull = [...breweries].flatMap((brewery) =>
    brewery.spellings.filter((spelling) => sharesLine(spelling, words)).map((spelling) => ({ brewery, spelling })),
  )
  for (const evidence of found.values()) {
    if (evidence.strength >= FULL_STRENGTH) continue
    const read = evidence.form.filter((word) => words.has(word))
    evidence.overshadowed = inFull.some(
      ({ brewery, spelling }) =>
        brewery !== evidence.brewery && spelling.length > read.length && read.every((word) => spelling.includes(word)),
    )
    if (!evidence.overshadowed) continue
    evidence.found = false
    evidence.weight *= OVERSHADOWED
  }
  return found
}

/** The breweries as recognition wants them, best first. */
export function rankBreweries(found: Iterable<BreweryEvidence>): BreweryHit[] {
  return [...found]
    .filter((evidence) => evidence.found)
    .sort(
      (a, b) =>
        b.weight * b.strength - a.weight * a.strength ||
        byListed(a, b) ||
        byOwnName(a, b) ||
        (a.brewery.name < b.brewery.name ? -1 : 1),
    )
    .map(({ brewery, strength, lines }) => ({
      breweryId: brewery.id,
      name: brewery.name,
      strength,
      lines: [...lines].sort(ascending),
    }))
}

function judge(brewery: IndexedBrewery, words: Evidence['words'], index: NameIndex): BreweryEvidence | undefined {
  let best: BreweryEvidence | undefined
  // 'Eight Degrees' is its 8 only where its degrees are there too.
  const hasCompany = (number: number) =>
    brewery.spellings.some(
      (spelling) => spelling.includes(number) && spelling.some((word) => word !== number && words.has(word)),
    )
  for (const form of brewery.forms) {
    let total = 0
    let read = 0
    let weight = 0
    let isDistinct = false
    const lines = new Set<number>()
    for (const word of form) {
      const say = index.weightOf(word)
      total += say
      const evidence = words.get(word)
      if (!evidence) continue
      read += say * evidence.quality
      weight += say * evidence.weight
      isDistinct ||= !index.isOrdinaryAt(word) && say >= 1.5 && (!index.isShortNumberAt(word) || hasCompany(word))
      for (const line of evidence.lines) lines.add(line)
    }
    if (read === 0) continue
    const strength = read / total
    const said = Math.min(BRAND_MOST, weight) * strength
    if (best && said <= best.weight * best.strength) continue
    const found = strength >= FOUND_STRENGTH && (isDistinct || sharesLine(form, words))
    best = { brewery, form, strength, weight: Math.min(BRAND_MOST, weight), found, overshadowed: false, lines }
  }
  return best
}

/** True when one line carries all of two and more words. */
function sharesLine(form: readonly number[], words: Evidence['words']): boolean {
  const [first, ...others] = form.map((word) => words.get(word)?.lines)
  if (!first || others.length === 0) return false
  return [...first].some((line) => others.every((lines) => lines?.has(line)))
}

function byListed(a: BreweryEvidence, b: BreweryEvidence): number {
  return Number(b.brewery.id !== null) - Number(a.brewery.id !== null)
}

/** The brewery that is called so goes before the one that belongs to it. */
function byOwnName(a: BreweryEvidence, b: BreweryEvidence): number {
  const isOwn = ({ form, brewery }: BreweryEvidence) => Number(form === brewery.forms[0])
  return isOwn(b) - isOwn(a)
}

function ascending(a: number, b: number): number {
  return a - b
}
