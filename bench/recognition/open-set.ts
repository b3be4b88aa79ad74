/**
 * Open-set errors: what is named if the right beer is not in the catalogue but its siblings are. And the cost of a confidence
 * threshold: how many beers are named rightly and wrongly at each value.
 */
import type { AnsweredBeer } from '../photos/answers.ts'
import { outcomeOf } from '../photos/outcomes.ts'
import type { PhotoOf } from '../photos/photo-set.ts'
import { isSameBeer, isSameBrewery } from '../photos/same-beer.ts'
import type { Share } from '../statistics/shares.ts'

/** One photo of a single beer, matched with and without its beer in the catalogue. */
export interface OpenSetResult {
  photo: PhotoOf<'single'>
  isKnown: boolean
  ordinary: AnsweredBeer | undefined
  open: AnsweredBeer | undefined
}

/** `brewery`: unlisted, with the right brewery. `sibling`, `unrelated`: another listed beer of the same or another brewery. */
export type Verdict = 'right' | 'brewery' | 'sibling' | 'unrelated' | 'misread' | 'silent'

const WRONG: readonly Verdict[] = ['sibling', 'unrelated', 'misread']

function isWrong(verdict: Verdict): boolean {
  return WRONG.includes(verdict)
}

export function verdictOn({ truth }: PhotoOf<'single'>, beer: AnsweredBeer | undefined): Verdict {
  const [labelled] = truth.beers
  if (!labelled || !beer) return 'silent'
  if (isSameBeer(labelled, [...labelled.accept_also, ...truth.accept_also], beer)) return 'right'
  const hasBrewery = isSameBrewery(labelled.brewery ?? labelled.name, `${beer.brewery ?? ''} ${beer.name}`)
  if (beer.verdict === 'unlisted') return hasBrewery ? 'brewery' : 'misread'
  return hasBrewery ? 'sibling' : 'unrelated'
}

/** Share of beers taken out of the catalogue for which the answer is sure of another one. */
export function sureOfAnother(results: readonly OpenSetResult[]): Share {
  const sure = results.filter(({ photo, open }) => outcomeOf(open) === 'sure' && verdictOn(photo, open) !== 'right')
  return { right: sure.length, of: results.length }
}

export interface CurvePoint {
  /** Confidence, 0-1, from which a listed beer is named. */
  from: number
  /** With the beer in the catalogue: photos where it is named, and where another is. */
  ordinary: { right: number; wrong: number }
  /** Without it: photos where another is named. */
  open: { wrong: number }
  photos: number
}

const THRESHOLDS = [0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9]

export function curveOf(results: readonly OpenSetResult[]): CurvePoint[] {
  return THRESHOLDS.map((from) => {
    const count = (which: 'ordinary' | 'open', counts: (verdict: Verdict) => boolean) =>
      results.filter((result) => counts(verdictOn(result.photo, namedFrom(result[which], from)))).length
    return {
      from,
      ordinary: { right: count('ordinary', (verdict) => verdict === 'right'), wrong: count('ordinary', isWrong) },
      open: { wrong: count('open', isWrong) },
      photos: results.length,
    }
  })
}

/** The answer if listed beers were named from this confidence on, which may add or remove an answer. */
export function namedFrom(beer: AnsweredBeer | undefined, from: number): AnsweredBeer | undefined {
  if (!beer || beer.verdict === 'listed') return beer && beer.confidence >= from ? beer : undefined
  const [near] = beer.others
  return near && near.confidence >= from ? { ...beer, ...near, verdict: 'listed' } : beer
}

export function curveTable(points: readonly CurvePoint[]): string {
  const percent = (count: number, of: number) => `${((100 * count) / Math.max(1, of)).toFixed(1).padStart(6)} %`
  return [
    'coverage and wrong names of single beers, by the confidence from which a beer of the catalogue is named',
    '  from    named rightly   another named   another named, beer not in the catalogue',
    ...points.map(({ from, ordinary, open, photos }) =>
      [
        `  ${from.toFixed(1)}   `,
        percent(ordinary.right, photos),
        '       ',
        percent(ordinary.wrong, photos),
        '       ',
        percent(open.wrong, photos),
      ].join(' '),
    ),
  ].join('\n')
}

/** Lists the beers named for ones missing from the catalogue. */
export function wrongTable(results: readonly OpenSetResult[]): string {
  const named = (beer: { name: string; brewery?: string | null | undefined }) => `${beer.brewery ?? '?'} / ${beer.name}`
  const wrong = results.flatMap(({ photo, open }) => {
    const verdict = verdictOn(photo, open)
    const [truth] = photo.truth.beers
    if (!truth || !open || !isWrong(verdict)) return []
    return `  ${photo.id.padEnd(8)}${verdict.padEnd(10)}${open.confidence.toFixed(2)}  ${named(truth)}  ->  ${named(open)}`
  })
  return [
    'another beer named for one missing from the catalogue: a sibling, an unrelated one, or misread text',
    ...wrong,
  ].join('\n')
}
