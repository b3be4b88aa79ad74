/** What a row of a menu, and a pair of successive rows, show about their labels: numbers for the model of `row-labels.ts`. */
import { type Catalogue, foldText, isInCapitals } from '#catalogue'
import { anyOf, WORDS } from '#catalogue/words'
import { distinctiveWords } from '../label/distinctive-words.ts'
import { drinkWords } from '../label/drinks.ts'
import { GRAMMATICAL_WORDS } from '../label/grammatical-words.ts'
import { breweryNamedBy } from '../label/printed-brewery.ts'
import { toWords } from '../label/sighting.ts'
import { median } from '../lines/layout.ts'
import { usualHeight } from './menu-page.ts'
import {
  isAddress,
  isBulleted,
  isSizeNote,
  mentionsAbv,
  SECTION_WORDS,
  startsWithStyle,
  withoutBrackets,
  wordsOf,
} from './menu-row-words.ts'
import type { MenuRow } from './menu-rows.ts'

/**
 * Flags and shares are 0-1. 'Rare' is weighted by the share of the page's rows without it, 'missing' by the share of those with it, 'as
 * usual' by whether most rows have it.
 */
export const ROW_FEATURES = [
  'bias',
  // Height relative to the page's usual one.
  'taller',
  'shorter',
  'muchTaller',
  'capitals',
  'rareCapitals',
  'missingCapitals',
  'price',
  'priceAsUsual',
  'missingPrice',
  'abv',
  'abvAsUsual',
  'missingAbv',
  'noWords',
  'oneWord',
  'fewWords',
  'manyWords',
  'sentence',
  'noDistinctiveWord',
  'distinctiveShare',
  'sectionWords',
  'style',
  'onlyStyle',
  // Probability that the row alone names a beer of the catalogue.
  'listedBeer',
  'brewery',
  'breweryFirst',
  'place',
  'lowerCase',
  'rareLowerCase',
  // Ends in a comma or dash, as if it went on.
  'endsOpen',
  'endsWithStop',
  'otherDrink',
  'food',
  'beerWord',
  'address',
  'sizes',
  'bulleted',
  'brackets',
  // Beyond the usual distance of two rows, in heights.
  'spaceAbove',
  'spaceBelow',
  'firstOfBlock',
  'lastOfBlock',
  'onlyOfBlock',
  'misread',
  'narrow',
] as const

/** The row compared with the one above it in its block. Distances are in heights, beyond the usual distance of two rows. */
export const PAIR_FEATURES = [
  'bias',
  'newBlock',
  'gap',
  'closer',
  'taller',
  'shorter',
  'muchShorter',
  'bothPriced',
  'firstPrice',
  'bothAbv',
  'firstAbv',
  'sameAbv',
  'priceThenAbv',
  'indented',
  'outdented',
  'otherCentre',
  'sameCase',
  'afterCapitals',
] as const

const PLACE = new RegExp(String.raw`,\s?\p{L}{2}\.?$|^[(]?${anyOf(WORDS.generic.origin)}[)]?$`, 'iu')

export interface RowEvidence {
  /** Probability, 0-1, that the row by itself names a beer of the catalogue. */
  beer: number
  startsWithStyle: boolean
  isOnlyStyle: boolean
  isBrewery: boolean
  /** The row begins with a brewery, set apart from what follows. */
  startsWithBrewery: boolean
}

/** From this probability on, a text names a beer, or another drink, by itself. Hops and ingredients hardly do. */
export const NAMING_MIN = 0.5

/** What a text names without the rest of the page. `confidence`: of the OCR, 0-1. */
export function matchAlone(
  catalogue: Catalogue,
  text: string,
  { confidence, abv }: { confidence: number; abv: number | null },
): ReturnType<Catalogue['match']> {
  return catalogue.match(toWords([{ line: { text, confidence }, height: 1 }]), 1, { abv, shape: 'menu', offTopic: 0 })
}

export function evidenceOf(catalogue: Catalogue, row: MenuRow): RowEvidence {
  const bare = withoutBrackets(row.text)
  const { candidates } = matchAlone(catalogue, bare, { confidence: row.confidence, abv: row.facts.abv })
  const style = catalogue.styleIn(bare)
  const [first, ...others] = bare.split(/\s[-–—]\s|[,·•|/]\s?/u)
  const rest = style ? bare.replace(style.text, ' ') : bare
  return {
    beer: candidates[0]?.probability ?? 0,
    startsWithStyle: startsWithStyle(catalogue, bare),
    isOnlyStyle: style !== undefined && distinctiveWords(catalogue, rest).length === 0,
    isBrewery: breweryNamedBy(catalogue, bare) !== undefined,
    startsWithBrewery: first !== undefined && others.length > 0 && breweryNamedBy(catalogue, first) !== undefined,
  }
}

function isInLowerCase({ text }: MenuRow): boolean {
  return /^[^\p{L}]*\p{Ll}/u.test(text)
}

/** One vector for each row, in the order of `ROW_FEATURES`. */
export function rowFeatures(
  catalogue: Catalogue,
  rows: readonly MenuRow[],
  evidence: (row: MenuRow) => RowEvidence,
): number[][] {
  const usual = usualHeight(rows)
  const share = (has: (row: MenuRow) => boolean) => rows.filter(has).length / Math.max(1, rows.length)
  const hasPrice = ({ facts }: MenuRow) => facts.price !== null
  const [capitals, prices, abvs, lowerCase] = [
    share(({ text }) => isInCapitals(text)),
    share((row) => hasPrice(row)),
    share(mentionsAbv),
    share(isInLowerCase),
  ]
  const space = usualSpaceOf(rows)
  const width = median(rows.map(({ left, right }) => right - left))
  return rows.map((row, index) => {
    const [before, after] = [rows[index - 1], rows[index + 1]]
    const bare = withoutBrackets(row.text)
    const words = wordsOf(bare)
    const distinctive = distinctiveWords(catalogue, bare).length
    const { beer, other, food } = drinkWords(row.text)
    const height = Math.log(row.height / usual)
    const caps = isInCapitals(row.text)
    const abv = row.facts.abv !== null || mentionsAbv(row)
    const lower = isInLowerCase(row)
    const known = evidence(row)
    const isFirst = before?.block !== row.block
    const isLast = after?.block !== row.block
    const sections = words.filter((word) => SECTION_WORDS.has(word)).length
    const values: Record<(typeof ROW_FEATURES)[number], number> = {
      bias: 1,
      taller: clip(height, 0, 0.6) * 3,
      shorter: clip(-height, 0, 0.6) * 3,
      muchTaller: flag(height > 0.3),
      capitals: flag(caps),
      rareCapitals: caps ? 1 - capitals : 0,
      missingCapitals: caps ? 0 : capitals,
      price: flag(hasPrice(row)),
      priceAsUsual: hasPrice(row) ? clip(prices * 2, 0, 1) : 0,
      missingPrice: hasPrice(row) ? 0 : clip(prices * 2, 0, 1),
      abv: flag(abv),
      abvAsUsual: abv ? clip(abvs * 2, 0, 1) : 0,
      missingAbv: abv ? 0 : clip(abvs * 2, 0, 1),
      noWords: flag(words.length === 0),
      oneWord: flag(words.length === 1),
      fewWords: flag(words.length === 2 || words.length === 3),
      manyWords: flag(words.length >= 7),
      // Two make a sentence rather than a name.
      sentence: clip(words.filter((word) => GRAMMATICAL_WORDS.has(word)).length / 2, 0, 1.5),
      noDistinctiveWord: flag(distinctive === 0),
      distinctiveShare: words.length === 0 ? 0 : clip(distinctive / words.length, 0, 1),
      sectionWords: words.length === 0 ? 0 : sections / words.length,
      style: flag(known.startsWithStyle),
      onlyStyle: flag(known.isOnlyStyle),
      listedBeer: known.beer,
      brewery: flag(known.isBrewery),
      breweryFirst: flag(known.startsWithBrewery),
      place: flag(PLACE.test(row.text.trim())),
      lowerCase: flag(lower),
      rareLowerCase: lower ? 1 - lowerCase : 0,
      endsOpen: flag(/[,&+-]\s*$/u.test(row.text)),
      endsWithStop: flag(/\p{L}{3}\.\s*$/u.test(row.text)),
      otherDrink: flag(other > beer),
      food: flag(food > beer),
      beerWord: flag(beer > 0),
      address: flag(isAddress(row)),
      sizes: flag(isSizeNote(row)),
      bulleted: flag(isBulleted(row)),
      brackets: flag(/^[([]/u.test(row.text.trim())),
      spaceAbove: isFirst || !before ? 0 : clip((row.top - before.bottom - space) / usual, -0.5, 1.5),
      spaceBelow: isLast || !after ? 0 : clip((after.top - row.bottom - space) / usual, -0.5, 1.5),
      firstOfBlock: flag(isFirst && !isLast),
      lastOfBlock: flag(isLast && !isFirst),
      onlyOfBlock: flag(isFirst && isLast),
      misread: clip((0.9 - row.confidence) * 4, 0, 1),
      narrow: flag(row.right - row.left < width / 2),
    }
    return ROW_FEATURES.map((name) => values[name])
  })
}

/** One vector for each row and the one before it, in the order of `PAIR_FEATURES`; the first row has only its bias. */
export function pairFeatures(rows: readonly MenuRow[]): number[][] {
  const usual = usualHeight(rows)
  const space = usualSpaceOf(rows)
  return rows.map((row, index) => {
    const last = rows[index - 1]
    if (!last || last.block !== row.block)
      return PAIR_FEATURES.map((name) => flag(name === 'bias' || name === 'newBlock'))
    const height = Math.log(row.height / last.height)
    const gap = (row.top - last.bottom - space) / usual
    const [price, lastPrice] = [row.facts.price !== null, last.facts.price !== null]
    const [abv, lastAbv] = [mentionsAbv(row), mentionsAbv(last)]
    const indent = (row.left - last.left) / usual
    const centre = Math.abs(row.left + row.right - last.left - last.right) / 2 / usual
    const values: Record<(typeof PAIR_FEATURES)[number], number> = {
      bias: 1,
      newBlock: 0,
      gap: clip(gap, 0, 1.5),
      closer: clip(-gap, 0, 0.5) * 2,
      taller: clip(height, 0, 0.5) * 4,
      shorter: clip(-height, 0, 0.5) * 4,
      muchShorter: flag(height < -0.25),
      bothPriced: flag(price && lastPrice),
      firstPrice: flag(price && !lastPrice),
      bothAbv: flag(abv && lastAbv),
      firstAbv: flag(abv && !lastAbv),
      sameAbv: flag(row.facts.abv !== null && row.facts.abv === last.facts.abv),
      priceThenAbv: flag(lastPrice && !price && abv),
      indented: flag(indent > 0.5 && centre > 0.5),
      outdented: flag(indent < -0.5 && centre > 0.5),
      otherCentre: flag(centre > 0.5),
      sameCase: flag(isInCapitals(row.text) === isInCapitals(last.text) && isInLowerCase(row) === isInLowerCase(last)),
      afterCapitals: flag(isInCapitals(last.text) && !isInCapitals(row.text)),
    }
    return PAIR_FEATURES.map((name) => values[name])
  })
}

/** The median space between the rows of a block. */
function usualSpaceOf(rows: readonly MenuRow[]): number {
  return median(
    rows.flatMap((row, index) => {
      const next = rows[index + 1]
      return next?.block === row.block ? [next.top - row.bottom] : []
    }),
  )
}

/** What kind of row it is by its form alone; the rows of a page that have one form usually have one label. */
export function formOf(rows: readonly MenuRow[], index: number, evidence: (row: MenuRow) => RowEvidence): string {
  const kind = (row: MenuRow | undefined, block: number | undefined) => {
    if (!row || row.block !== block) return '-'
    const words = wordsOf(withoutBrackets(row.text)).length
    return [
      isInCapitals(row.text) ? 'C' : isInLowerCase(row) ? 'l' : 'c',
      row.facts.price === null ? '' : 'p',
      mentionsAbv(row) ? 'a' : '',
      evidence(row).isOnlyStyle ? 's' : '',
      words >= 7 ? 'long' : '',
    ].join('')
  }
  const row = rows[index]
  const before = rows[index - 1]
  return [kind(row, row?.block), kind(before, row?.block)].join('|')
}

function flag(value: boolean): number {
  return value ? 1 : 0
}

function clip(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value))
}

export function foldedKey(row: MenuRow): string {
  return `${foldText(row.text)}|${row.facts.abv}`
}
