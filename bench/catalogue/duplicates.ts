/**
 * Scores duplicate detection: on labelled pairs of two rating sites, on pairs written for this product, and among the shipped
 * beers, no two of which are the same.
 */
import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { z } from 'zod'
import { beerComparison, type DescribedBeer, openDuplicateIndex, SAME_BEER } from '#catalogue/identity'
import type { Shipped } from '#catalogue/shipped'

export interface PairScores {
  pairs: number
  same: number
  right: number
  wrong: number
  missed: number
  f1: number
  /** Descriptions of the errors. */
  errors: string[]
}

interface LabelledPair {
  one: DescribedBeer
  other: DescribedBeer
  isSame: boolean
}

const Side = z.tuple([z.string(), z.string().nullable()]).rest(z.union([z.string(), z.number()]).nullable())
const KeyPairs = z.array(z.tuple([z.string(), z.string()]))
const OwnPairs = z.object({ same: z.array(z.tuple([Side, Side])), different: z.array(z.tuple([Side, Side])) })

/** Scores every pair by its label, although some labels are wrong. */
export function measurePairs(shipped: Shipped, pairs: readonly LabelledPair[]): PairScores {
  const { prepare, similarity } = beerComparison(shipped)
  const counts = { right: 0, wrong: 0, missed: 0 }
  const errors: string[] = []
  for (const { one, other, isSame } of pairs) {
    const isMerged = similarity(prepare(one), prepare(other)) >= SAME_BEER
    if (isMerged && isSame) counts.right++
    else if (isMerged) counts.wrong++
    else if (isSame) counts.missed++
    if (isMerged !== isSame) errors.push(`${isMerged ? 'wrongly merged' : 'missed'}: ${named(one)} / ${named(other)}`)
  }
  const { right, wrong, missed } = counts
  const f1 = (2 * right) / (2 * right + wrong + missed)
  return { pairs: pairs.length, same: right + missed, ...counts, f1, errors }
}

/** Parses DeepMatcher's tab-separated pairs. HTML entities and empty ABV values are defects of the file, see its SOURCE.md. */
export function readMagellanPairs(path: string): LabelledPair[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [one = '', other = '', label] = line.split('\t')
      return { one: magellanBeer(one), other: magellanBeer(other), isSame: label?.trim() === '1' }
    })
}

function magellanBeer(text: string): DescribedBeer {
  const plain = text.replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
  const field = (name: string) => new RegExp(`COL ${name} VAL (.*?)(?= COL |$)`).exec(plain)?.[1]?.trim() ?? ''
  const abv = Number.parseFloat(field('ABV'))
  return {
    name: field('Beer_Name'),
    brewery: { name: field('Brew_Factory_Name') },
    style: field('Style'),
    abv: Number.isNaN(abv) ? null : abv,
  }
}

/** Pairs written for this product: two tuples `[name, brewery, style, abv]`. */
export function readOwnPairs(): LabelledPair[] {
  const { same, different } = readData('./beer-pairs.yaml', OwnPairs)
  const beer = ([name, brewery, style, abv]: z.infer<typeof Side>): DescribedBeer => ({
    name,
    brewery: brewery === null ? null : { name: brewery },
    style: typeof style === 'string' ? style : null,
    abv: typeof abv === 'number' ? abv : null,
  })
  const labelled = (pairs: typeof same, isSame: boolean) =>
    pairs.map(([one, other]) => ({ one: beer(one), other: beer(other), isSame }))
  return [...labelled(same, true), ...labelled(different, false)]
}

/**
 * Returns the shipped beers that would be merged into an earlier one: those never looked at, and the number of those known to be
 * two beers (`different-beers.yaml`).
 */
export function mergedShipped(shipped: Shipped): { suspected: string[]; different: number } {
  const different = new Set(readData('./different-beers.yaml', KeyPairs).map((pair) => pair.join(' ')))
  const index = openDuplicateIndex<string>(shipped)
  const breweries = new Map(shipped.breweries.map((brewery) => [brewery.key, brewery]))
  const merged = shipped.beers.flatMap(({ key, breweryKey, name, aliases, style, abv }) => {
    const beer = { name, aliases, style, abv, brewery: breweries.get(breweryKey) ?? null }
    const found = index.find(beer)
    index.add(key, beer)
    return found ? [[key, found.key] as const] : []
  })
  const suspected = merged.filter((pair) => !different.has(pair.join(' ')))
  return {
    suspected: suspected.map(([key, into]) => `${key} would be merged into ${into}`),
    different: merged.length - suspected.length,
  }
}

function readData<T>(file: string, schema: z.ZodType<T>): T {
  return schema.parse(parse(readFileSync(new URL(file, import.meta.url), 'utf8')))
}

function named({ name, brewery }: DescribedBeer): string {
  return `${name}, ${brewery?.name ?? 'brewery unknown'}`
}
