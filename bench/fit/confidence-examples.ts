/**
 * Training examples for the calibration: every match that recognition considers on a labelled photo, with its features and
 * whether it is right. Each photo counts twice, the second time with its true beers removed from the catalogue.
 */
import type { Candidate, Catalogue, PrintedLine } from '#catalogue'
import { drinkWords, featuresOf, type MatchFeatures, type Shape } from '#recognition'
import type { Photo } from '#vision'
import { MODES } from '../photos/answers.ts'
import type { NamedShipped, ShippedRows } from '../photos/known-beers.ts'
import type { LabelledPhoto } from '../photos/photo-set.ts'
import type { Rematch } from '../photos/rematch.ts'
import { isTrueAnswer } from '../photos/score.ts'

/** Weight of a match against a catalogue without the true beer; known beers weigh 1. */
const OPEN_SET_WEIGHT = 0.4

export interface Example {
  photo: string
  shape: Shape
  features: MatchFeatures
  isRight: boolean
  weight: number
}

export async function examplesOf(
  photo: LabelledPhoto,
  picture: Photo,
  rematch: Rematch,
  catalogue: ShippedRows,
): Promise<Example[]> {
  const { nameOf } = catalogue
  const isTrue = (beer: NamedShipped | undefined) => beer !== undefined && isTrueAnswer(photo, beer)
  const found: Example[] = []
  const watch = async (weight: number) => {
    for (const shape of photo.class === 'negative' ? MODES : [photo.class]) {
      let around = drinkWords('')
      const tried: Tried[] = []
      rematch.onText = (text) => {
        around = drinkWords(text)
      }
      const onMatch = (best: Candidate, candidates: Candidate[], words: readonly PrintedLine[]) => {
        const isRight = isTrue(nameOf(best.beerId))
        const [features] = featuresOf(candidates, words, { shape, photoWords: around })
        if (features) tried.push({ features, isRight, lines: words.map(({ text }) => text) })
      }
      await rematch.beers(picture, shape, { through: (whole) => watching(whole, onMatch) })
      for (const { features, isRight, share } of shared(tried)) {
        if (isRight || isComplete(photo))
          found.push({ photo: photo.id, shape, features, isRight, weight: weight * share })
      }
    }
  }
  await watch(1)
  await rematch.without(trueBeers(photo, catalogue), () => watch(OPEN_SET_WEIGHT))
  return found
}

interface Tried {
  features: MatchFeatures
  isRight: boolean
  lines: readonly string[]
}

/** A text tried in several groupings or read in several passes counts once; each match gets a share of its weight. */
function shared(tried: readonly Tried[]): (Tried & { share: number })[] {
  const times = new Map<string, number>()
  for (const line of tried.flatMap(({ lines }) => [...new Set(lines)])) times.set(line, (times.get(line) ?? 0) + 1)
  return tried.map((one) => {
    const lines = [...new Set(one.lines)]
    const share = lines.reduce((sum, line) => sum + 1 / (times.get(line) ?? 1), 0) / lines.length
    return { ...one, share }
  })
}

/** Returns the catalogue's beers that are on a photo. */
export function trueBeers(photo: LabelledPhoto, { rows, nameOf }: ShippedRows): number[] {
  return rows.beers.flatMap(({ id }) => {
    const named = nameOf(id)
    return named && isTrueAnswer(photo, named) ? id : []
  })
}

/** An unlabelled beer is an error only on a completely labelled photo. */
function isComplete({ truth }: LabelledPhoto): boolean {
  return !('list_complete' in truth) || truth.list_complete
}

/** Wraps a catalogue to report every match that has a candidate. */
function watching(
  catalogue: Catalogue,
  onMatch: (best: Candidate, candidates: Candidate[], words: readonly PrintedLine[]) => void,
): Catalogue {
  const seen = new Set<string>()
  return {
    ...catalogue,
    match(words, limit, facts) {
      const candidates = catalogue.match(words, limit, facts)
      const [best] = candidates
      const key = words.map(({ text }) => text).join('\n')
      if (best && !best.nonDistinctive && !seen.has(key)) onMatch(best, candidates, words)
      seen.add(key)
      return candidates
    },
  }
}
