/**
 * Labels of catalogue beers as an OCR might read them, made of words alone: training examples that photographs are too few for. Every
 * other one is matched as if its beer were not in the catalogue.
 */
import {
  type BeerRow,
  type Catalogue,
  type LabelShape,
  openCatalogue,
  type PrintedLine,
  type Ranking,
} from '#catalogue'
import { randomWord } from '../catalogue/grown-catalogue.ts'
import { LABEL_TEXT, misread } from '../catalogue/label-text.ts'
import type { ShippedRows } from '../photos/known-beers.ts'
import { type Random, randomFrom } from '../statistics/random.ts'
import type { JudgedExplanation, LabelExample } from './label-examples.ts'

const LABELS_PER_SHAPE = 1_200
/** Of each label; photographs count far more. */
const WEIGHT = 0.1
const OPEN_SET_WEIGHT = 0.03
const SEED = 7
const CANDIDATES_MAX = 25
/** The share of labels of each shape that print the brewery, the ABV and the style. */
const PRINTED: Readonly<Record<LabelShape, { brewery: number; abv: number; style: number; lines: number }>> = {
  single: { brewery: 0.8, abv: 0.5, style: 0.4, lines: 5 },
  group: { brewery: 0.6, abv: 0.1, style: 0.3, lines: 1 },
  menu: { brewery: 0.5, abv: 0.6, style: 0.5, lines: 1 },
}

export function drawnExamples({ rows, shipped }: ShippedRows): LabelExample[] {
  const catalogue = openCatalogue(rows, shipped)
  const random = randomFrom(SEED)
  return (['single', 'group', 'menu'] as const).flatMap((shape) =>
    Array.from({ length: LABELS_PER_SHAPE }, (_, index) => {
      const beer = random.pick(rows.beers)
      const { lines, abv } = labelOf(beer, shape, catalogue, random)
      const ranking = catalogue.match(lines, CANDIDATES_MAX, { abv, shape, offTopic: 0 })
      const isOpen = index % 2 === 1
      return {
        photo: 'drawn',
        shape,
        explanations: explanationsOf(ranking, beer, isOpen),
        weight: isOpen ? OPEN_SET_WEIGHT : WEIGHT,
      }
    }),
  )
}

function labelOf(beer: BeerRow, shape: LabelShape, catalogue: Catalogue, random: Random) {
  const printed = PRINTED[shape]
  const chance = (share: number) => random.next() < share
  const line = (text: string, prominence: number): PrintedLine => ({
    text: misread(text, random),
    confidence: 0.85 + 0.15 * random.next(),
    prominence,
  })
  const brewery = catalogue.brewery(beer.breweryId ?? 0)?.name ?? ''
  const names = [beer.name, ...beer.aliases]
  const words = (chance(0.7) ? beer.name : random.pick(names)).split(' ')
  // A word of a long name is often out of sight or unreadable.
  const legible = words.filter(() => words.length < 3 || !chance(0.1))
  const isBrewery = chance(printed.brewery)
  const abv = chance(printed.abv) ? beer.abv : null
  const small = shape === 'menu' ? 0.7 : 0.15
  const lines = [
    line(legible.join(' '), 1),
    ...(isBrewery ? [line(brewery, shape === 'menu' ? 0.8 : 0.3 + 0.7 * random.next())] : []),
    ...(chance(printed.style) && beer.style ? [line(beer.style, 0.5)] : []),
    ...random
      .pick(LABEL_TEXT)
      .slice(0, Math.round(printed.lines * random.next()))
      .map((text) => line(text, small)),
    ...(chance(0.5) ? [line(randomWord(random), 0.3)] : []),
  ]
  return { lines, abv }
}

function explanationsOf(
  { candidates, rivals: { anotherEdition, unlisted } }: Ranking,
  beer: BeerRow,
  isOpen: boolean,
): JudgedExplanation[] {
  const beers = candidates
    .filter(({ beerId, score }) => score > Number.NEGATIVE_INFINITY && !(isOpen && beerId === beer.id))
    .map(({ beerId, features }) => ({ kind: 'beer' as const, features, isRight: beerId === beer.id }))
  const isListed = beers.some(({ isRight }) => isRight)
  const isEdition = !isListed && anotherEdition?.breweryId === beer.breweryId
  return [
    ...beers,
    ...(anotherEdition
      ? [{ kind: 'anotherEdition' as const, features: anotherEdition.features, isRight: isEdition }]
      : []),
    { kind: 'unlisted', features: unlisted.features, isRight: !isListed && !isEdition },
  ]
}
