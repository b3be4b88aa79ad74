/** Putting the beers of a menu in another order, leaving some out, and picking one: by what stands on their rows alone. */
import { LIGHT_BELOW_ABV_PERCENT, type SightedBeer, STRONG_ABOVE_ABV_PERCENT } from '#contracts'
import { type Acquaintance, acquaintanceText } from '#web/beer/acquaintance.ts'
import { abvText } from '#web/beer/beer-facts.ts'
import type { Placed } from '#web/beer/menu-row.tsx'
import { isPending } from '#web/beer/rating.tsx'

export const ORDERS = ['place', 'rating', 'standing', 'abv', 'price', 'style'] as const
export type Order = (typeof ORDERS)[number]

/** What is not known stands last; what is equal keeps the order of the photo. */
export function sorted(rows: readonly Placed[], order: Order): Placed[] {
  const byPlace = (a: Placed, b: Placed) => a.place - b.place
  return [...rows].sort((a, b) => compare(a.beer, b.beer, order) || byPlace(a, b))
}

function compare(a: SightedBeer, b: SightedBeer, order: Order): number {
  if (order === 'rating') return b.rating - a.rating
  if (order === 'standing') return unknownLast(topOf(a), topOf(b), (one, other) => one - other)
  if (order === 'abv') return unknownLast(a.abv, b.abv, (one, other) => other - one)
  if (order === 'price') return unknownLast(amountOf(a.price), amountOf(b.price), (one, other) => one - other)
  if (order === 'style') return unknownLast(a.style, b.style, (one, other) => one.localeCompare(other))
  return 0
}

const topOf = ({ standing }: SightedBeer) => standing?.topPercent ?? null

function unknownLast<T>(a: T | null, b: T | null, known: (a: T, b: T) => number): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1
  return known(a, b)
}

/** The first amount of a printed price: '£5.80', '5,80 €', '4.20/7.50', '1.250 kr'. Null when there is none. */
export function amountOf(price: string | null): number | null {
  const printed = price?.match(/\d+(?:[.,]\d+)*/)?.[0]
  if (!printed) return null
  const [, whole = '', cents = ''] = printed.match(/^(.*?)(?:[.,](\d{1,2}))?$/) ?? []
  return Number(`${whole.replace(/[.,]/g, '')}.${cents || 0}`)
}

/** The words of a style that tell its family; the first family that has one wins. */
const FAMILIES = [
  ['Alcohol-free', /alcohol[- ]?free|non[- ]?alcoholic|low alcohol/],
  ['Cider', /cider|perry/],
  ['Sour', /sour|lambic|gueuze|geuze|gose|berliner|kriek|flanders|flemish|wild|brett|fruit beer/],
  ['Stout & porter', /stout|porter/],
  ['IPA', /\bipa\b|india pale/],
  ['Wheat', /wheat|wei(ss|ß|z)|\bwit|hefe/],
  ['Belgian & trappist', /trappist|abbey|dubbel|tripel|quad|saison|belgian|farmhouse/],
  ['Strong ale', /barley|old ale|strong ale|scotch|wee heavy|imperial/],
  ['Lager', /lager|pils|helles|m(ä|a|ae)rzen|bock|k(ö|o)lsch|vienna|dunkel|schwarz|export|festbier|keller|zwickel/],
  ['Pale ale & bitter', /pale|bitter|golden ale|blonde|cream ale/],
  ['Amber, red & brown', /amber|red|brown|alt|mild/],
] as const
export type Family = (typeof FAMILIES)[number][0]

/** Null for a style that is not known, or of no family. */
export function familyOf(style: string | null): Family | null {
  const words = style?.toLowerCase() ?? ''
  return FAMILIES.find(([, pattern]) => pattern.test(words))?.[0] ?? null
}

export const STRENGTHS = ['light', 'medium', 'strong'] as const
export type Strength = (typeof STRENGTHS)[number]

export function strengthOf(abv: number | null): Strength | null {
  if (abv === null) return null
  return abv < LIGHT_BELOW_ABV_PERCENT ? 'light' : abv > STRONG_ABOVE_ABV_PERCENT ? 'strong' : 'medium'
}

export interface Filter {
  families: readonly Family[]
  strengths: readonly Strength[]
}

export const NO_FILTER: Filter = { families: [], strengths: [] }

/** What is not known of a beer fits no filter that asks for it. */
export function filtered(rows: readonly Placed[], { families, strengths }: Filter): Placed[] {
  return rows.filter(({ beer }) => {
    const family = familyOf(beer.style)
    const strength = strengthOf(beer.abv)
    const fitsFamily = families.length === 0 || (family !== null && families.includes(family))
    return fitsFamily && (strengths.length === 0 || (strength !== null && strengths.includes(strength)))
  })
}

export interface Pick {
  row: Placed
  /** Facts of the row, as the row says them. */
  reason: string
}

/**
 * The rows in the order they would be recommended: what one has not had first, then the better rated. Empty where the
 * rows do not say enough to choose by: fewer than two ratings, or all alike.
 */
export function picks(rows: readonly Placed[], acquaintanceWith: (beerId: number) => Acquaintance | undefined): Pick[] {
  const rated = rows.filter(({ beer }) => !isPending(beer))
  if (new Set(rated.map(({ beer }) => Math.round(beer.rating))).size < 2) return []
  const hadOf = ({ beer }: Placed) => (acquaintanceWith(beer.id)?.hadAt ? 1 : 0)
  return [...rated]
    .sort((a, b) => hadOf(a) - hadOf(b) || b.beer.rating - a.beer.rating || a.place - b.place)
    .map((row) => ({ row, reason: reasonOf(row.beer, acquaintanceWith(row.beer.id)) }))
}

function reasonOf(beer: SightedBeer, acquaintance: Acquaintance | undefined): string {
  const abv = beer.abv === null ? null : abvText(beer.abv)
  const facts = [
    `Rated ${Math.round(beer.rating)}`,
    acquaintance && acquaintanceText(acquaintance),
    beer.style,
    abv,
    beer.price,
  ]
  return facts.filter(Boolean).join(' · ')
}
