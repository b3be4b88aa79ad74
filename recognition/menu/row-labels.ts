/**
 * Labels the rows of a menu: heading, name of an item, detail of the item above, or other text. A linear-chain conditional random
 * field (Lafferty et al. 2001): one score for each row and label, one for each pair of successive labels, and the best sequence by
 * dynamic programming. `bench/fit/fit-rows.ts` fits the weights in `row-labels.json`.
 */
import type { Catalogue } from '#catalogue'
import { breweriesAbove } from './breweries-above.ts'
import type { MenuRow } from './menu-rows.ts'
import { isBeerHeading, kindOf } from './menu-section.ts'
import {
  evidenceOf,
  foldedKey,
  formOf,
  NAMING_MIN,
  PAIR_FEATURES,
  pairFeatures,
  ROW_FEATURES,
  type RowEvidence,
  rowFeatures,
} from './row-features.ts'
import shipped from './row-labels.json' with { type: 'json' }

export const ROW_LABELS = ['heading', 'name', 'detail', 'other'] as const
export type RowLabel = (typeof ROW_LABELS)[number]

export interface RowModel {
  /** For each label, the weights of `ROW_FEATURES`. */
  row: readonly (readonly number[])[]
  /** For each label before and each label, the weights of `PAIR_FEATURES`. */
  pair: readonly (readonly (readonly number[])[])[]
}

/** What the model knows of a page: scores are linear in these vectors. */
export interface RowPage {
  rows: readonly MenuRow[]
  own: readonly (readonly number[])[]
  pairs: readonly (readonly number[])[]
  /** The form of each row; see `formOf`. */
  forms: readonly string[]
}

const COUNT = ROW_LABELS.length
const DETAIL = ROW_LABELS.indexOf('detail')
const NAME = ROW_LABELS.indexOf('name')
const OTHER = ROW_LABELS.indexOf('other')
const LISTED_BEER = ROW_FEATURES.indexOf('listedBeer')
const NEW_BLOCK = PAIR_FEATURES.indexOf('newBlock')
/** Weight of the log share of a label among the rows of the same form, and the number of rows that the page's shares count as. */
const VOTE = { weight: 0.7, prior: 2 }
/** Added to the score of names: an item of something else is dropped later, but a name that is lost stays lost. */
const NAME_BONUS = 0.8

interface LabelledRows {
  labels: ReadonlyMap<MenuRow, RowLabel>
  /** Number of different rows that, each by itself, name a beer of the catalogue more likely than not. */
  namedBeers: number
  /** The rows that are nothing but the brewery of the beer below, by the row of that beer. */
  breweries: ReadonlyMap<MenuRow, MenuRow>
}

/** From this number of beers a block or a page is a beer menu. */
export const BEERS_MIN = 3

/**
 * Labels rows of one catalogue; rows that recur on the way to the whole page are looked up once. If a page names several beers, an *other*
 * row that names one is the name of an item.
 */
export type RowLabeller = (rows: readonly MenuRow[]) => LabelledRows

export function rowLabeller(catalogue: Catalogue, model: RowModel = MODEL): RowLabeller {
  const evidence = rowEvidence(catalogue)
  return (rows) => {
    const page = pageFrom(catalogue, rows, evidence)
    const labels = withBeerHeadings(catalogue, rows, labelsOf(page, model))
    const naming = rows.filter((_, index) => (page.own[index]?.[LISTED_BEER] ?? 0) >= NAMING_MIN)
    const namedBeers = new Set(naming.map(foldedKey)).size
    if (namedBeers >= BEERS_MIN) for (const row of naming) if (labels.get(row) === 'other') labels.set(row, 'name')
    for (const [index, row] of rows.entries()) {
      if (row.isOfList !== undefined) labels.set(row, row.isOfList ? 'name' : 'heading')
      const above = rows[index - 1]
      if (row.isOfList && isPriceOfList(catalogue, above, row) && !naming.includes(above)) labels.set(above, 'heading')
    }
    return { labels, namedBeers, breweries: breweriesAbove(catalogue, rows, evidence) }
  }
}

/** True for the price of the beers in the row below: 'Premium $5' above 'Kwispel, Moorhen, Quillfeather', but not 'House wine $5'. */
function isPriceOfList(catalogue: Catalogue, above: MenuRow | undefined, first: MenuRow): above is MenuRow {
  if (above?.facts.price == null || above.isOfList !== undefined || first.facts.price !== null) return false
  return kindOf(catalogue, above.text) !== 'other'
}

/** The first detail below a heading of beers is a name. */
function withBeerHeadings(
  catalogue: Catalogue,
  rows: readonly MenuRow[],
  labels: Map<MenuRow, RowLabel>,
): Map<MenuRow, RowLabel> {
  for (const [index, row] of rows.entries()) {
    if (!isBeerHeading(catalogue, row)) continue
    labels.set(row, 'heading')
    const next = rows[index + 1]
    if (next && labels.get(next) === 'detail') labels.set(next, 'name')
  }
  return labels
}

export function rowPages(catalogue: Catalogue): (rows: readonly MenuRow[]) => RowPage {
  const evidence = rowEvidence(catalogue)
  return (rows) => pageFrom(catalogue, rows, evidence)
}

function rowEvidence(catalogue: Catalogue): (row: MenuRow) => RowEvidence {
  const known = new Map<string, RowEvidence>()
  return (row) => {
    const key = foldedKey(row)
    const found = known.get(key) ?? evidenceOf(catalogue, row)
    known.set(key, found)
    return found
  }
}

function pageFrom(catalogue: Catalogue, rows: readonly MenuRow[], evidence: (row: MenuRow) => RowEvidence): RowPage {
  return {
    rows,
    own: rowFeatures(catalogue, rows, evidence),
    pairs: pairFeatures(rows),
    forms: rows.map((_, index) => formOf(rows, index, evidence)),
  }
}

export function labelsOf(page: RowPage, model: RowModel): Map<MenuRow, RowLabel> {
  const scores = ownScores(page, model)
  const pairs = pairScores(page, model)
  const first = marginals(scores, pairs).chances
  const best = viterbi(withVotes(scores, first, page), pairs)
  return new Map(page.rows.map((row, index) => [row, ROW_LABELS[best[index] ?? OTHER] ?? 'other']))
}

export function ownScores({ own }: RowPage, { row }: RowModel): number[][] {
  return own.map((features) => row.map((weights) => dot(weights, features)))
}

/** For each row, the scores of its label after that of the row before, at `from * COUNT + to`. */
export type PairScores = readonly (readonly number[])[]

export function pairScores({ pairs }: RowPage, model: RowModel): PairScores {
  return pairs.map((features) =>
    Array.from({ length: COUNT * COUNT }, (_, at) => pairScore(features, Math.floor(at / COUNT), at % COUNT, model)),
  )
}

/** The score of `to` after `from`; -Infinity for a detail that follows no name in its block. */
function pairScore(features: readonly number[], from: number, to: number, { pair }: RowModel): number {
  if (to === DETAIL && (features[NEW_BLOCK] === 1 || (from !== NAME && from !== DETAIL)))
    return Number.NEGATIVE_INFINITY
  return dot(pair[from]?.[to] ?? [], features)
}

/** The page repeats its form: rows of the same form share the mean of their chances. */
function withVotes(
  scores: readonly (readonly number[])[],
  chances: readonly (readonly number[])[],
  { forms }: RowPage,
): number[][] {
  const sums = new Map<string, number[]>()
  const page = zeros()
  for (const [index, form] of forms.entries()) {
    const sum = sums.get(form) ?? zeros()
    for (let label = 0; label < COUNT; label++) {
      sum[label] = (sum[label] ?? 0) + (chances[index]?.[label] ?? 0)
      page[label] = (page[label] ?? 0) + (chances[index]?.[label] ?? 0) / forms.length
    }
    sums.set(form, sum)
  }
  return scores.map((own, index) => {
    const sum = sums.get(forms[index] ?? '') ?? zeros()
    const rows = sum.reduce((all, value) => all + value, 0)
    return own.map((score, label) => {
      const share = ((sum[label] ?? 0) + VOTE.prior * (page[label] ?? 0)) / (rows + VOTE.prior)
      return score + VOTE.weight * Math.log(share + 1e-3) + (label === NAME ? NAME_BONUS : 0)
    })
  })
}

/** Forward-backward. `allowed`: the labels that each row may have. */
export function marginals(
  scores: readonly (readonly number[])[],
  between: PairScores,
  allowed: (row: number, label: number) => boolean = () => true,
): { chances: number[][]; pairs: number[][]; logSum: number } {
  const count = scores.length
  const own = (row: number, label: number) =>
    allowed(row, label) ? (scores[row]?.[label] ?? 0) : Number.NEGATIVE_INFINITY
  const after = (row: number, from: number, to: number) => between[row]?.[from * COUNT + to] ?? 0
  const forward: number[][] = []
  for (let row = 0; row < count; row++)
    forward.push(
      ROW_LABELS.map((_, label) => {
        if (row === 0) return own(0, label) + after(0, OTHER, label)
        return (
          own(row, label) +
          logSumExp(ROW_LABELS.map((_, from) => (forward[row - 1]?.[from] ?? 0) + after(row, from, label)))
        )
      }),
    )
  const backward: number[][] = Array.from({ length: count }, zeros)
  for (let row = count - 2; row >= 0; row--)
    backward[row] = ROW_LABELS.map((_, label) =>
      logSumExp(
        ROW_LABELS.map((_, to) => after(row + 1, label, to) + own(row + 1, to) + (backward[row + 1]?.[to] ?? 0)),
      ),
    )
  const logSum = logSumExp(forward[count - 1] ?? zeros())
  const chances = forward.map((values, row) =>
    values.map((value, label) => Math.exp(value + (backward[row]?.[label] ?? 0) - logSum)),
  )
  const pairs = scores.map((_, row) =>
    Array.from({ length: COUNT * COUNT }, (_, at) => {
      const [from, to] = [Math.floor(at / COUNT), at % COUNT]
      if (row === 0) return from === OTHER ? (chances[0]?.[to] ?? 0) : 0
      return Math.exp(
        (forward[row - 1]?.[from] ?? 0) + after(row, from, to) + own(row, to) + (backward[row]?.[to] ?? 0) - logSum,
      )
    }),
  )
  return { chances, pairs, logSum }
}

function viterbi(scores: readonly (readonly number[])[], between: PairScores): number[] {
  const cameFrom: number[][] = []
  let best = zeros()
  for (const [row, own] of scores.entries()) {
    const from: number[] = []
    best = own.map((score, label) => {
      const options = ROW_LABELS.map((_, before) =>
        row === 0 && before !== OTHER
          ? Number.NEGATIVE_INFINITY
          : (best[before] ?? 0) + (between[row]?.[before * COUNT + label] ?? 0),
      )
      const most = Math.max(...options)
      from[label] = options.indexOf(most)
      return score + most
    })
    cameFrom.push(from)
  }
  let label = best.indexOf(Math.max(...best))
  const labels: number[] = []
  for (let row = scores.length - 1; row >= 0; row--) {
    labels.unshift(label)
    label = cameFrom[row]?.[label] ?? OTHER
  }
  return labels
}

function zeros(): number[] {
  return ROW_LABELS.map(() => 0)
}

function dot(weights: readonly number[], features: readonly number[]): number {
  let sum = 0
  for (let at = 0; at < features.length; at++) {
    const value = features[at] ?? 0
    if (value !== 0) sum += value * (weights[at] ?? 0)
  }
  return sum
}

function logSumExp(values: readonly number[]): number {
  let most = Number.NEGATIVE_INFINITY
  for (const value of values) if (value > most) most = value
  if (most === Number.NEGATIVE_INFINITY) return most
  let sum = 0
  for (const value of values) sum += Math.exp(value - most)
  return most + Math.log(sum)
}

/** The shipped weights, which are stored by name. */
const MODEL: RowModel = modelOf(shipped)

export function modelOf(weights: {
  row: Record<string, Record<string, number>>
  pair: Record<string, Record<string, number>>
}): RowModel {
  const listed = (names: readonly string[], values: Record<string, number> = {}) =>
    names.map((name) => values[name] ?? 0)
  return {
    row: ROW_LABELS.map((label) => listed(ROW_FEATURES, weights.row[label])),
    pair: ROW_LABELS.map((from) => ROW_LABELS.map((to) => listed(PAIR_FEATURES, weights.pair[`${from}-${to}`]))),
  }
}
