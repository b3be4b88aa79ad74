/**
 * Fits the models that describe unlisted beers (`recognition/label/unlisted-model.ts`): which words name the brewery and the beer
 * are choices (conditional logit), whether a text is a beer label is a logistic regression. All by Adam with a ridge penalty.
 */
import { type Catalogue, foldText, lettersOf, softmax } from '#catalogue'
import { beerSigns } from '../../recognition/label/beer-signs.ts'
import { breweryCandidates } from '../../recognition/label/brewery-candidates.ts'
import { legibleLines, nameCandidates } from '../../recognition/label/name-candidates.ts'
import { likeliestBrewery, type UnlistedWeights } from '../../recognition/label/unlisted-model.ts'
import { withoutDuplicates } from '../../recognition/lines/layout.ts'
import type { PhotoOf } from '../photos/photo-set.ts'
import { isProposedName, isSameBrewery } from '../photos/same-beer.ts'
import type { LabelReading } from './unlisted-examples.ts'

/** Weights of an unlisted label and of a photo without beer; a listed label weighs 1. */
const UNLISTED_WEIGHT = 2
const NEGATIVE_WEIGHT = 3
/** Minimum similarity of a misread name to the label's, for its line to be the right one. */
const SIMILAR_MIN = 0.6
/** Names this close to the most similar one are right as well. */
const TIE = 0.1

const STEPS = 400
const LEARNING_RATE = 0.08
const RIDGE = { brewery: 0.02, name: 0.01, beer: 0.02 }

type Signs<F> = Partial<Record<keyof F, 1 | -1>>
/** Evidence keeps its sign. */
const BREWERY_SIGNS: Signs<UnlistedWeights['brewery']> = { known: 1, covered: 1, probability: 1, trade: 1, doubt: -1 }
const NAME_SIGNS: Signs<UnlistedWeights['name']> = {
  height: 1,
  doubt: -1,
  uneven: -1,
  common: -1,
  digits: -1,
  long: -1,
  short: -1,
}
const BEER_SIGNS: Signs<UnlistedWeights['beer']> = {
  beer: 1,
  abv: 1,
  volume: 1,
  style: 1,
  brewery: 1,
  known: 1,
  otherWords: -1,
  foodWords: -1,
  occasion: -1,
  prices: -1,
}

/** Options of which some are right. */
export interface Choice<F extends string> {
  options: { features: Readonly<Record<F, number>>; isRight: boolean }[]
  weight: number
}

export function fitUnlisted(labels: readonly LabelReading[], catalogue: Catalogue): UnlistedWeights {
  const brewery = fitChoice(
    labels.flatMap((label) => breweryChoice(label, catalogue)),
    { ridge: RIDGE.brewery, signs: BREWERY_SIGNS },
  )
  const name = fitChoice(
    labels.flatMap((label) => nameChoice(label, brewery, catalogue)),
    { ridge: RIDGE.name, signs: NAME_SIGNS },
  )
  const beer = fitChoice(
    labels.flatMap((label) => beerChoice(label, brewery, catalogue)),
    { ridge: RIDGE.beer, signs: BEER_SIGNS },
  )
  return { brewery, name, beer }
}

/** That no brewery is printed is an option without features. */
function breweryChoice({ photo, isListed, lines, match }: LabelReading, catalogue: Catalogue) {
  if (photo?.class !== 'single') return []
  const candidates = breweryCandidates(catalogue, legibleLines(withoutDuplicates(lines)), match)
  const [first] = candidates
  if (!first) return []
  const [truth] = photo.truth.beers
  const options = candidates.map(({ name, features }) => ({
    features: { bias: 1, ...features },
    isRight: typeof truth?.brewery === 'string' && isSameBrewery(truth.brewery, name),
  }))
  const isPrinted = options.some(({ isRight }) => isRight)
  const none = { features: zeros({ bias: 1, ...first.features }), isRight: !isPrinted }
  return [{ options: [...options, none], weight: isListed ? 1 : UNLISTED_WEIGHT }]
}

/** The right name is the one most similar to the label's. A flagship that is named like its brewery teaches nothing about other beers. */
function nameChoice(
  { photo, isListed, lines, match }: LabelReading,
  weights: UnlistedWeights['brewery'],
  catalogue: Catalogue,
) {
  if (photo?.class !== 'single') return []
  const [truth] = photo.truth.beers
  if (!truth || (isListed && isFlagship(truth))) return []
  const legible = legibleLines(withoutDuplicates(lines))
  if (legible.length === 0) return []
  const brewery = likeliestBrewery(breweryCandidates(catalogue, legible, match), weights)
  const candidates = nameCandidates(catalogue, legible, brewery)
  const otherNames = [...truth.accept_also, ...photo.truth.accept_also]
  const judged = candidates.map(({ text, features }) => ({
    features,
    isProposed: isProposedName(truth, otherNames, { name: text, brewery: brewery?.name ?? null }),
    similarity: similarity(truth, otherNames, text),
  }))
  const pool = judged.some(({ isProposed }) => isProposed) ? judged.filter(({ isProposed }) => isProposed) : judged
  const highest = Math.max(0, ...pool.map(({ similarity }) => similarity))
  if (highest < SIMILAR_MIN && pool.length === judged.length) return []
  const options = judged.map((one) => ({
    features: one.features,
    isRight: pool.includes(one) && one.similarity >= highest - TIE,
  }))
  return [{ options, weight: isListed ? 1 : UNLISTED_WEIGHT }]
}

/** Only of texts with a word: without one nothing is proposed anyway. */
function beerChoice(
  { photo, weight, lines, match }: LabelReading,
  weights: UnlistedWeights['brewery'],
  catalogue: Catalogue,
) {
  const legible = legibleLines(withoutDuplicates(lines))
  if (!legible.some(({ line }) => /\p{L}{3}/u.test(line.text))) return []
  const brewery = likeliestBrewery(breweryCandidates(catalogue, legible, match), weights)
  const signs = beerSigns(catalogue, withoutDuplicates(lines), match, brewery !== undefined)
  const isBeer = photo?.class === 'single'
  const features = { bias: 1, ...signs }
  return [
    {
      options: [
        { features, isRight: isBeer },
        { features: zeros(features), isRight: !isBeer },
      ],
      weight: weight * (isBeer ? 1 : NEGATIVE_WEIGHT),
    },
  ]
}

/** Maximises the likelihood of the right options. The bias has no penalty. */
export function fitChoice<F extends string>(
  choices: readonly Choice<F>[],
  { ridge, signs }: { ridge: number; signs: Partial<Record<F, 1 | -1>> },
): Record<F, number> {
  const names = Object.keys(choices[0]?.options[0]?.features ?? {}) as F[]
  const total = choices.reduce((sum, { weight }) => sum + weight, 0)
  const all = choices.flatMap(({ options }) => options)
  const scales = names.map(
    (name) => Math.sqrt(all.reduce((sum, one) => sum + one.features[name] ** 2, 0) / all.length) || 1,
  )
  const rows = choices.map(({ options }) =>
    options.map(({ features }) => names.map((name, at) => features[name] / (scales[at] ?? 1))),
  )
  const [weights, mean, square] = [names.map(() => 0), names.map(() => 0), names.map(() => 0)]
  for (let step = 1; step <= STEPS; step++) {
    const gradient = weights.map((weight, at) => (names[at] === 'bias' ? 0 : ridge * weight))
    for (const [index, { options, weight }] of choices.entries()) {
      const own = rows[index] ?? []
      const chances = softmax(own.map((row) => row.reduce((sum, value, at) => sum + value * (weights[at] ?? 0), 0)))
      const right = chances.reduce((sum, chance, at) => sum + (options[at]?.isRight ? chance : 0), 0)
      for (const [option, chance] of chances.entries()) {
        const error = chance - (options[option]?.isRight ? chance / Math.max(right, 1e-12) : 0)
        for (const [at, value] of (own[option] ?? []).entries())
          gradient[at] = (gradient[at] ?? 0) + (weight * error * value) / total
      }
    }
    const rate = LEARNING_RATE * (1 - (0.9 * step) / STEPS)
    for (const [at, name] of names.entries()) {
      const slope = gradient[at] ?? 0
      mean[at] = 0.9 * (mean[at] ?? 0) + 0.1 * slope
      square[at] = 0.999 * (square[at] ?? 0) + 0.001 * slope * slope
      const [m, v] = [(mean[at] ?? 0) / (1 - 0.9 ** step), (square[at] ?? 0) / (1 - 0.999 ** step)]
      const moved = (weights[at] ?? 0) - (rate * m) / (Math.sqrt(v) + 1e-8)
      weights[at] = moved * (signs[name] ?? moved) < 0 ? 0 : moved
    }
  }
  const fitted = names.map((name, at) => [name, Number(((weights[at] ?? 0) / (scales[at] ?? 1)).toFixed(3))])
  return Object.fromEntries(fitted) as Record<F, number>
}

function zeros<F extends object>(features: F): F {
  return Object.fromEntries(Object.keys(features).map((name) => [name, 0])) as F
}

type Truth = PhotoOf<'single'>['truth']['beers'][number]

function isFlagship({ name, brewery }: Truth): boolean {
  const words = new Set(foldText(brewery ?? '').split(/[^\p{L}\p{N}]+/u))
  return foldText(name)
    .split(/[^\p{L}\p{N}]+/u)
    .every((word) => words.has(word))
}

/** 1 minus the share of differing letters, to the name with or without the brewery's words. */
function similarity({ name, brewery }: Truth, otherNames: readonly string[], text: string): number {
  const ofBrewery = new Set(foldText(brewery ?? '').split(/[^\p{L}\p{N}]+/u))
  const names = [name, ...otherNames].flatMap((one) => [
    one,
    one
      .split(/\s+/u)
      .filter((word) => !ofBrewery.has(foldText(word)))
      .join(' '),
  ])
  const read = lettersOf(text)
  const shares = names
    .map(lettersOf)
    .filter((letters) => letters.length >= 3)
    .map((letters) => 1 - distance(letters, read) / Math.max(letters.length, read.length))
  return Math.max(0, ...shares)
}

/** Levenshtein distance. */
function distance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (const [row, letter] of [...a].entries()) {
    const current = [row + 1]
    for (const [column, other] of [...b].entries())
      current.push(
        Math.min(
          (previous[column + 1] ?? 0) + 1,
          (current[column] ?? 0) + 1,
          (previous[column] ?? 0) + (letter === other ? 0 : 1),
        ),
      )
    previous = current
  }
  return previous.at(-1) ?? 0
}
