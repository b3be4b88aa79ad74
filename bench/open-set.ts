/**
 * What is named when the right beer cannot be: photographs of single beers against the catalogue without them, their
 * siblings left. And the price of silence: how much is named, and how much of it wrongly, from each confidence on.
 */
import type { AnsweredBeer } from './answers.ts'
import type { PhotoOf } from './photo-set.ts'
import { isSameBeer, isSameBrewery } from './same-beer.ts'
import type { Share } from './shares.ts'

/** One photograph of a single beer, asked with its beer in the catalogue and without. */
export interface AskedTwice {
  photo: PhotoOf<'single'>
  isKnown: boolean
  ordinary: AnsweredBeer | undefined
  open: AnsweredBeer | undefined
}

/** `brewery`: an unlisted beer as read, with the right brewery. `sibling`, `stranger`: another listed beer of this, of another brewery. */
export type Verdict = 'right' | 'brewery' | 'sibling' | 'stranger' | 'misread' | 'silent'

const WRONG: readonly Verdict[] = ['sibling', 'stranger', 'misread']

export function isWrong(verdict: Verdict): boolean {
  return WRONG.includes(verdict)
}

export function verdictOn({ truth }: PhotoOf<'single'>, beer: AnsweredBeer | undefined): Verdict {
  const [labelled] = truth.beers
  if (!labelled || !beer) return 'silent'
  if (isSameBeer(labelled, [...labelled.accept_also, ...truth.accept_also], beer)) return 'right'
  const hasBrewery = isSameBrewery(labelled.brewery ?? labelled.name, `${beer.brewery ?? ''} ${beer.name}`)
  if (beer.verdict === 'unlisted') return hasBrewery ? 'brewery' : 'misread'
  return hasBrewery ? 'sibling' : 'stranger'
}

/** How often another beer is named in place of one that the catalogue lacks. */
export function wrongOf(asked: readonly AskedTwice[], which: 'ordinary' | 'open'): Share {
  const verdicts = asked.map((one) => verdictOn(one.photo, one[which]))
  return { right: verdicts.filter(isWrong).length, of: verdicts.length }
}

export interface CurvePoint {
  /** From this confidence on, 0-1, a beer of the catalogue is named. */
  from: number
  /** Of the photographs with the beer in the catalogue: those where it is named, and where another is. */
  ordinary: { right: number; wrong: number }
  /** Without it in the catalogue: those where another is named. */
  open: { wrong: number }
  photos: number
}

const THRESHOLDS = [0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9]

export function curveOf(asked: readonly AskedTwice[]): CurvePoint[] {
  return THRESHOLDS.map((from) => {
    const count = (which: 'ordinary' | 'open', counts: (verdict: Verdict) => boolean) =>
      asked.filter((one) => counts(verdictOn(one.photo, namedFrom(one[which], from)))).length
    return {
      from,
      ordinary: { right: count('ordinary', (verdict) => verdict === 'right'), wrong: count('ordinary', isWrong) },
      open: { wrong: count('open', isWrong) },
      photos: asked.length,
    }
  })
}

/** The answer if beers of the catalogue were named from this confidence on: a near miss may be one, an answer may be none. */
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

/** Which beer was named for one that the catalogue lacks. */
export function wrongTable(asked: readonly AskedTwice[]): string {
  const named = (beer: { name: string; brewery?: string | null | undefined }) => `${beer.brewery ?? '?'} / ${beer.name}`
  const wrong = asked.flatMap(({ photo, open }) => {
    const verdict = verdictOn(photo, open)
    const [truth] = photo.truth.beers
    if (!truth || !open || !isWrong(verdict)) return []
    return `  ${photo.id.padEnd(8)}${verdict.padEnd(10)}${open.confidence.toFixed(2)}  ${named(truth)}  ->  ${named(open)}`
  })
  return [
    'another named where the catalogue lacks the beer: a sibling, a stranger, or what was read for one',
    ...wrong,
  ].join('\n')
}
