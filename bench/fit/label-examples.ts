/**
 * Training examples for the posterior: every label that recognition considers on a labelled photo, with the explanations it has
 * and which of them is right. Each photo counts twice, the second time with its true beers removed from the catalogue.
 */
import type { Catalogue, Explanation, LabelShape, Ranking } from '#catalogue'
import type { Photo } from '#vision'
import { MODES } from '../photos/answers.ts'
import type { NamedShipped, ShippedRows } from '../photos/known-beers.ts'
import type { LabelledPhoto } from '../photos/photo-set.ts'
import type { Rematch } from '../photos/rematch.ts'
import { isSameBrewery } from '../photos/same-beer.ts'
import { isTrueAnswer } from '../photos/score.ts'

/** Weight of a label matched without its beer in the catalogue; others weigh 1. */
const OPEN_SET_WEIGHT = 0.2
/** Candidates of an example; less likely ones change nothing. */
const CANDIDATES_MAX = 25

export type JudgedExplanation = Explanation & { isRight: boolean }

export interface LabelExample {
  photo: string
  shape: LabelShape
  explanations: JudgedExplanation[]
  weight: number
}

export async function examplesOf(
  photo: LabelledPhoto,
  picture: Photo,
  rematch: Rematch,
  catalogue: ShippedRows,
): Promise<LabelExample[]> {
  const { nameOf } = catalogue
  const isTrue = (beer: NamedShipped | undefined) => beer !== undefined && isTrueAnswer(photo, beer)
  const found: LabelExample[] = []
  const collect = async (weight: number) => {
    for (const shape of photo.class === 'negative' ? MODES : [photo.class]) {
      const labels: Label[] = []
      const onMatch = (ranking: Ranking, lines: readonly string[]) =>
        labels.push({ explanations: explanationsOf(photo, ranking, (id) => isTrue(nameOf(id)), catalogue), lines })
      await rematch.beers(picture, shape, { through: (whole) => observed(whole, onMatch) })
      for (const { explanations, share } of withShares(labels)) {
        const isOfPhoto = explanations.some(({ kind, isRight }) => kind === 'beer' && isRight)
        if (isOfPhoto || isComplete(photo)) found.push({ photo: photo.id, shape, explanations, weight: weight * share })
      }
    }
  }
  await collect(1)
  await rematch.without(trueBeers(photo, catalogue), () => collect(OPEN_SET_WEIGHT))
  return found
}

/**
 * Which explanations are right: the beers on the photo if any is a candidate. Otherwise another edition if its brewery is the
 * label's, and unlisted if not; of a container or a row nobody knows which, so both are.
 */
function explanationsOf(
  photo: LabelledPhoto,
  { candidates, rivals: { anotherEdition, unlisted } }: Ranking,
  isTrue: (beerId: number) => boolean,
  catalogue: ShippedRows,
): JudgedExplanation[] {
  const scored = candidates.filter(({ score }) => score > Number.NEGATIVE_INFINITY)
  const beers = scored.map(({ beerId, features }) => ({ kind: 'beer' as const, features, isRight: isTrue(beerId) }))
  const isListed = beers.some(({ isRight }) => isRight)
  const ofBrewery =
    photo.class === 'single' && anotherEdition ? isTrueBrewery(photo, anotherEdition.breweryId, catalogue) : undefined
  const isEdition = !isListed && photo.class !== 'negative' && ofBrewery !== false
  const isUnlisted = !isListed && ofBrewery !== true
  return [
    ...beers,
    ...(anotherEdition
      ? [{ kind: 'anotherEdition' as const, features: anotherEdition.features, isRight: isEdition }]
      : []),
    { kind: 'unlisted', features: unlisted.features, isRight: isUnlisted },
  ]
}

function isTrueBrewery(
  { truth }: Extract<LabelledPhoto, { class: 'single' }>,
  breweryId: number | null,
  { rows }: ShippedRows,
): boolean {
  const found = rows.breweries.find(({ id }) => id === breweryId)?.name
  return found !== undefined && truth.beers.some(({ brewery }) => brewery && isSameBrewery(brewery, found))
}

interface Label {
  explanations: JudgedExplanation[]
  lines: readonly string[]
}

/** A text matched in several groupings or read in several passes counts once: its labels share its weight. */
function withShares(labels: readonly Label[]): (Label & { share: number })[] {
  const occurrences = new Map<string, number>()
  for (const line of labels.flatMap(({ lines }) => [...new Set(lines)]))
    occurrences.set(line, (occurrences.get(line) ?? 0) + 1)
  return labels.map((label) => {
    const lines = [...new Set(label.lines)]
    const share = lines.reduce((sum, line) => sum + 1 / (occurrences.get(line) ?? 1), 0) / lines.length
    return { ...label, share }
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

/** Wraps a catalogue to report every label that has a candidate, once. */
function observed(catalogue: Catalogue, onMatch: (ranking: Ranking, lines: readonly string[]) => void): Catalogue {
  const seen = new Set<string>()
  return {
    ...catalogue,
    match(lines, limit, label) {
      const ranking = catalogue.match(lines, Math.max(limit, CANDIDATES_MAX), label)
      const texts = lines.map(({ text }) => text)
      const key = texts.join('\n')
      if (ranking.candidates.length > 0 && !seen.has(key)) onMatch(ranking, texts)
      seen.add(key)
      return { ...ranking, candidates: ranking.candidates.slice(0, limit) }
    },
  }
}
