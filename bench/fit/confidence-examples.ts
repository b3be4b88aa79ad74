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
  const collect = async (weight: number) => {
    for (const shape of photo.class === 'negative' ? MODES : [photo.class]) {
      let photoWords = drinkWords('')
      const attempts: Attempt[] = []
      rematch.onText = (text) => {
        photoWords = drinkWords(text)
      }
      const onMatch = (best: Candidate, candidates: Candidate[], words: readonly PrintedLine[]) => {
        const isRight = isTrue(nameOf(best.beerId))
        const [features] = featuresOf(candidates, words, { shape, photoWords })
        if (features) attempts.push({ features, isRight, lines: words.map(({ text }) => text) })
      }
      await rematch.beers(picture, shape, { through: (whole) => observed(whole, onMatch) })
      for (const { features, isRight, share } of withShares(attempts)) {
        if (isRight || isComplete(photo))
          found.push({ photo: photo.id, shape, features, isRight, weight: weight * share })
      }
    }
  }
  await collect(1)
  await rematch.without(trueBeers(photo, catalogue), () => collect(OPEN_SET_WEIGHT))
  return found
}

interface Attempt {
  features: MatchFeatures
  isRight: boolean
  lines: readonly string[]
}

/** A text matched in several groupings or read in several passes counts once: its matches share its weight. */
function withShares(attempts: readonly Attempt[]): (Attempt & { share: number })[] {
  const occurrences = new Map<string, number>()
  for (const line of attempts.flatMap(({ lines }) => [...new Set(lines)]))
    occurrences.set(line, (occurrences.get(line) ?? 0) + 1)
  return attempts.map((attempt) => {
    const lines = [...new Set(attempt.lines)]
    const share = lines.reduce((sum, line) => sum + 1 / (occurrences.get(line) ?? 1), 0) / lines.length
    return { ...attempt, share }
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
function observed(
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
