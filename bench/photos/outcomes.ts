/**
 * What a user gets for a photo, compared with its label. `sure` shows one beer, `ask` offers up to three to choose from, `new`
 * proposes a beer that is not in the catalogue, with similar ones to choose instead, and `nothing` is an answer without a beer.
 */
import { outcomeOf as outcomeOfBeer, type RecognitionOutcome } from '#contracts'
import type { AnsweredBeer, PhotoAnswers } from './answers.ts'
import type { Difficulty, LabelledPhoto, PhotoOf } from './photo-set.ts'
import { isProposedName, isSameBeer, isSameBrewery } from './same-beer.ts'
import type { Knows } from './score.ts'

export type Outcome = RecognitionOutcome | 'nothing'

/** Beers that are offered to choose from. */
const OFFERED = 3

export function outcomeOf(beer: AnsweredBeer | undefined): Outcome {
  if (!beer) return 'nothing'
  return outcomeOfBeer({ listed: beer.verdict === 'listed', confidence: beer.confidence * 100 })
}

type Offered = Pick<AnsweredBeer, 'name' | 'brewery' | 'aliases'>

/** The beers of the catalogue that are shown for an answer. */
export function offeredBy(beer: AnsweredBeer): readonly Offered[] {
  const outcome = outcomeOf(beer)
  if (outcome === 'sure') return [beer]
  return (outcome === 'ask' ? [beer, ...beer.others] : beer.others).slice(0, OFFERED)
}

/** One photo of a single beer. */
export interface SingleResult {
  /** Whether the catalogue contains the beer. */
  isListed: boolean
  /** Null if it is not labelled. */
  difficulty: Difficulty | null
  outcome: Outcome
  /** The first answered beer is the right one. */
  isRight: boolean
  /** The right beer is among those shown. */
  isOffered: boolean
  /** For `new`: the proposed brewery is right; null if the label names none. */
  isBreweryRight: boolean | null
  /** For `new`: the proposed name is right. */
  isNameRight: boolean
  /** Sent without a context, it is the right beer and sure; null if it was not sent so. */
  isSureInAuto: boolean | null
}

export function singleResults(
  photos: readonly LabelledPhoto[],
  answers: readonly PhotoAnswers[],
  knows: Knows,
): SingleResult[] {
  return pairsOf(photos, answers, 'single').flatMap(({ photo, answer }) => {
    const [truth] = photo.truth.beers
    if (!truth || !answer.single) return []
    const otherNames = [...truth.accept_also, ...photo.truth.accept_also]
    const isTrue = (beer: Offered) => isSameBeer(truth, otherNames, beer)
    const [beer] = answer.single.beers
    const [inAuto] = answer.auto?.beers ?? []
    const isNew = beer?.verdict === 'unlisted'
    return {
      isListed: knows(truth, otherNames),
      difficulty: photo.truth.difficulty ?? null,
      outcome: outcomeOf(beer),
      isRight: beer !== undefined && isTrue(beer),
      isOffered: beer !== undefined && offeredBy(beer).some(isTrue),
      isBreweryRight: truth.brewery ? isNew && isSameBrewery(truth.brewery, beer.brewery ?? '') : null,
      isNameRight: isNew && isProposedName(truth, otherNames, beer),
      isSureInAuto: answer.auto ? inAuto !== undefined && outcomeOf(inAuto) === 'sure' && isTrue(inAuto) : null,
    }
  })
}

/** One photo of several beers. */
export interface GroupResult {
  /** Clearly readable beers of the catalogue that are shown, surely or to choose from. */
  clearListed: { right: number; of: number }
  /** Sure answers that are not on the photo; none counted if the label is incomplete. */
  sureAndWrong: { right: number; of: number }
}

export function groupResults(
  photos: readonly LabelledPhoto[],
  answers: readonly PhotoAnswers[],
  knows: Knows,
): GroupResult[] {
  return pairsOf(photos, answers, 'group').map(({ photo, answer }) => {
    const { beers, list_complete } = photo.truth
    const listed = (answer.group?.beers ?? []).filter(({ verdict }) => verdict === 'listed')
    const offered = listed.flatMap(offeredBy)
    const clear = beers.filter((truth) => truth.readability === 'clear' && knows(truth, truth.accept_also))
    const found = clear.filter((truth) => offered.some((beer) => isSameBeer(truth, truth.accept_also, beer)))
    const sure = list_complete ? listed.filter((beer) => outcomeOf(beer) === 'sure') : []
    const wrong = sure.filter((beer) => !beers.some((truth) => isSameBeer(truth, truth.accept_also, beer)))
    return {
      clearListed: { right: found.length, of: clear.length },
      sureAndWrong: { right: wrong.length, of: sure.length },
    }
  })
}

/** The most that is shown for each photo without an identifiable beer, in any of the three ways. */
export function negativeResults(
  photos: readonly LabelledPhoto[],
  answers: readonly PhotoAnswers[],
): ('sure' | 'asked' | 'nothing')[] {
  return pairsOf(photos, answers, 'negative').map(({ answer: { single, group, menu } }) => {
    const beers = [single, group, menu].flatMap((answer) => answer?.beers ?? [])
    if (beers.length === 0) return 'nothing'
    return beers.some((beer) => outcomeOf(beer) === 'sure') ? 'sure' : 'asked'
  })
}

function pairsOf<C extends LabelledPhoto['class']>(
  photos: readonly LabelledPhoto[],
  answers: readonly PhotoAnswers[],
  wanted: C,
): { photo: PhotoOf<C>; answer: PhotoAnswers }[] {
  const byId = new Map(answers.map((answer) => [answer.id, answer]))
  const isWanted = (photo: LabelledPhoto): photo is PhotoOf<C> => photo.class === wanted
  return photos.filter(isWanted).flatMap((photo) => {
    const answer = byId.get(photo.id)
    return answer ? [{ photo, answer }] : []
  })
}
