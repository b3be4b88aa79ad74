/**
 * Generates queries as users type them from beer names: with a typo, a missing word, swapped words, without accents, or cut off.
 * Every beer that matches the remaining words counts as right.
 */
import { foldText } from '#catalogue'
import type { Random } from '../statistics/random.ts'
import type { GrownCatalogue } from './grown-catalogue.ts'

export const KINDS = ['typo', 'missing word', 'swapped words', 'no accents', 'prefix'] as const
export type Kind = (typeof KINDS)[number]

export interface Query {
  kind: Kind
  text: string
  beerId: number
  /** The intended words, before the typo. Every beer with all of them is right. */
  intended: string
  /** The last word of `intended` is a prefix. */
  isPrefix: boolean
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz'
const TYPO_MIN_LETTERS = 4
const PREFIX_MIN_LETTERS = 4

/** Returns queries, uniformly distributed over beers and kinds. */
export function makeQueries({ beers, breweries }: GrownCatalogue, count: number, random: Random): Query[] {
  const breweryNames = new Map(breweries.map(({ id, name }) => [id, name]))
  const queries: Query[] = []
  while (queries.length < count) {
    const kind = KINDS[queries.length % KINDS.length] ?? 'typo'
    const beer = random.pick(beers)
    const brewery = breweryNames.get(beer.breweryId ?? 0) ?? ''
    const typed = random.next() < 0.5 ? beer.name : withBrewery(beer.name, brewery)
    const query = change(typed, kind, random)
    if (query) queries.push({ kind, beerId: beer.id, ...query })
  }
  return queries
}

/** Returns the beers whose names and brewery names together contain the intended words. */
export function fittingBeers({ beers, breweries }: GrownCatalogue): (query: Query) => Set<number> {
  const breweryWords = new Map(breweries.map(({ id, name, aliases }) => [id, wordsIn([name, ...aliases].join(' '))]))
  const words = beers.map(({ name, aliases, breweryId }) => {
    return new Set([...wordsIn([name, ...aliases].join(' ')), ...(breweryWords.get(breweryId ?? 0) ?? [])])
  })
  return ({ intended, isPrefix, beerId }) => {
    const terms = wordsIn(intended)
    const prefix = isPrefix ? terms.pop() : undefined
    const fits = new Set([beerId])
    for (const [index, own] of words.entries()) {
      if (!terms.every((word) => own.has(word))) continue
      if (prefix !== undefined && ![...own].some((word) => word.startsWith(prefix))) continue
      const beer = beers[index]
      if (beer) fits.add(beer.id)
    }
    return fits
  }
}

/** Drops trade words, which users do not type: 'Sierra Nevada', not 'Sierra Nevada Brewing Co.'. */
function withBrewery(name: string, brewery: string): string {
  const own = new Set(wordsIn(name))
  const short = brewery.split(' ').filter((word) => !own.has(foldText(word)))
  return [...short, name].join(' ')
}

function change(typed: string, kind: Kind, random: Random): Omit<Query, 'kind' | 'beerId'> | undefined {
  const words = typed.split(/\s+/)
  switch (kind) {
    case 'typo': {
      const at = words.findIndex((word) => /^\p{Script=Latin}{4,}$/u.test(word))
      if (at < 0) return undefined
      const candidates = words.flatMap((word, index) =>
        word.length >= TYPO_MIN_LETTERS && /^\p{L}+$/u.test(word) ? [index] : [],
      )
      const changed = random.pick(candidates)
      const text = words.map((word, index) => (index === changed ? withTypo(word, random) : word)).join(' ')
      return { text, intended: typed, isPrefix: false }
    }
    case 'missing word': {
      if (words.length < 3) return undefined
      const missing = random.below(words.length)
      const text = words.filter((_, index) => index !== missing).join(' ')
      return { text, intended: text, isPrefix: false }
    }
    case 'swapped words': {
      if (words.length < 2) return undefined
      const at = random.below(words.length - 1)
      const swapped = [...words]
      swapped[at] = words[at + 1] ?? ''
      swapped[at + 1] = words[at] ?? ''
      return { text: swapped.join(' '), intended: typed, isPrefix: false }
    }
    case 'no accents':
      return { text: foldText(typed), intended: typed, isPrefix: false }
    case 'prefix': {
      if (typed.length <= PREFIX_MIN_LETTERS) return undefined
      const text = typed.slice(0, PREFIX_MIN_LETTERS + random.below(typed.length - PREFIX_MIN_LETTERS)).trim()
      return { text, intended: text, isPrefix: true }
    }
  }
}

/** Inserts, deletes, replaces or transposes a letter. */
function withTypo(word: string, random: Random): string {
  const at = random.below(word.length)
  const [head, letter, tail] = [word.slice(0, at), word.charAt(at), word.slice(at + 1)]
  const other = random.pick([...LETTERS])
  return random.pick([
    head + tail,
    head + other + tail,
    head + letter + other + tail,
    tail === '' ? head + tail : head + tail.charAt(0) + letter + tail.slice(1),
  ])
}

function wordsIn(text: string): string[] {
  return foldText(text)
    .replace(/['’‘`´]/gu, '')
    .split(/[^\p{L}\p{N}.]+/u)
    .map((word) => word.replace(/^\.+|\.+$/gu, ''))
    .filter(Boolean)
}
