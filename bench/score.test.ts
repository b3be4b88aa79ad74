import { expect, test } from 'vitest'
import type { Answer, AnsweredBeer, PhotoAnswers } from './answers.ts'
import type { LabelledPhoto } from './photo-set.ts'
import { score } from './score.ts'
import { failing } from './thresholds.ts'

function aBeer(name: string, more: Partial<AnsweredBeer> = {}): AnsweredBeer {
  return {
    verdict: 'listed',
    name,
    brewery: null,
    aliases: [],
    abv: null,
    price: null,
    confidence: 0.9,
    where: null,
    count: 1,
    others: [],
    ...more,
  }
}

const answer = (beers: AnsweredBeer[], tookMs = 100, shape: Answer['shape'] = 'single'): Answer => ({
  shape,
  beers,
  detected: null,
  complete: true,
  firstMs: null,
  tookMs,
})
const NO_SCENE = { scene: null, sceneMs: null }
const truth = (name: string) => ({ name, brewery: null, accept_also: [] })
const single = (id: string, name: string): LabelledPhoto => ({
  id,
  file: `${id}.jpg`,
  class: 'single',
  truth: { beers: [truth(name)], accept_also: [] },
})
const knowsLantern = ({ name }: { name: string }) => name === 'Lantern'

test('counts a share of all and of the beers that the catalogue knows', () => {
  const photos = [single('a', 'Lantern'), single('b', 'Beacon'), single('c', 'Moorhen')]
  const answers: PhotoAnswers[] = [
    { id: 'a', ...NO_SCENE, single: answer([aBeer('Lantern')]) },
    {
      id: 'b',
      ...NO_SCENE,
      single: answer([aBeer('Heron', { others: [{ name: 'Beacon', brewery: null, aliases: [], confidence: 0.3 }] })]),
    },
    { id: 'c', ...NO_SCENE, single: answer([]) },
  ]
  const scores = score(photos, answers, knowsLantern)
  expect(scores.single.top1).toEqual({ all: { right: 1, of: 3 }, known: { right: 1, of: 1 } })
  expect(scores.single.anyCandidate.all).toEqual({ right: 2, of: 3 })
  expect(scores.single.wrong).toEqual({ right: 1, of: 3 })
  expect(scores.single.nothing).toEqual({ right: 1, of: 3 })
})

test('measures how far a found beer is told from its label, and what is told but not there', () => {
  const photo: LabelledPhoto = {
    id: 'g',
    file: 'g.jpg',
    class: 'group',
    truth: {
      scene: 'fridge',
      list_complete: true,
      beers: [{ ...truth('Lantern'), x: 20, y: 50, readability: 'clear' }],
    },
  }
  const told = [aBeer('Lantern', { where: { x: 23, y: 54 } }), aBeer('Heron', { where: { x: 80, y: 50 } })]
  const { group } = score([photo], [{ id: 'g', ...NO_SCENE, group: answer(told) }], knowsLantern)
  expect(group.clear.all).toEqual({ right: 1, of: 1 })
  expect(group.positionErrors).toEqual([5])
  expect(group.wrong).toEqual({ right: 1, of: 2 })
})

test('gives each printed item one answer and leaves out what is no beer', () => {
  const item = (name: string, more = {}) => ({ ...truth(name), is_beer: true, ...more })
  const photo: LabelledPhoto = {
    id: 'm',
    file: 'm.jpg',
    class: 'menu',
    truth: {
      items: [item('Lantern', { abv: 5 }), item('Lantern'), item('Merlot', { is_beer: false })],
      list_complete: true,
    },
  }
  const told = [aBeer('Lantern', { abv: 5 }), aBeer('Merlot')]
  const { menu } = score([photo], [{ id: 'm', ...NO_SCENE, menu: answer(told) }], knowsLantern)
  expect(menu.items.all).toEqual({ right: 1, of: 2 })
  expect(menu.precision).toEqual({ right: 1, of: 2 })
  expect(menu.abv.all).toEqual({ right: 1, of: 1 })
})

test('counts strengths and prices of all items and of those found; amounts are no price', () => {
  const item = (name: string, price: string) => ({ ...truth(name), is_beer: true, abv: 5, price })
  const photo: LabelledPhoto = {
    id: 'm',
    file: 'm.jpg',
    class: 'menu',
    truth: {
      items: [item('Lantern', '300ml 4,10 / 6.70'), item('Beacon', '$5'), item('Moorhen', '7.50')],
      list_complete: true,
    },
  }
  const told = [aBeer('Lantern', { abv: 5, price: '€ 4.10' }), aBeer('Beacon', { abv: 6, price: '5.50' })]
  const { menu } = score([photo], [{ id: 'm', ...NO_SCENE, menu: answer(told) }], knowsLantern)
  expect(menu.price.all).toEqual({ right: 1, of: 3 })
  expect(menu.priceOfFound).toEqual({ right: 1, of: 2 })
  expect(menu.abv.all).toEqual({ right: 1, of: 3 })
  expect(menu.abvOfFound).toEqual({ right: 1, of: 2 })
})

test('keeps the confidence of each answer with whether it is right, where everything is labelled', () => {
  const photo: LabelledPhoto = {
    id: 'g',
    file: 'g.jpg',
    class: 'group',
    truth: { scene: 'shelf', list_complete: true, beers: [{ ...truth('Lantern'), x: 1, y: 1, readability: 'clear' }] },
  }
  const given = { id: 'g', ...NO_SCENE, group: answer([aBeer('Lantern'), aBeer('Heron', { confidence: 0.5 })]) }
  const told = [
    { confidence: 0.9, isRight: true },
    { confidence: 0.5, isRight: false },
  ]
  expect(score([photo], [given], knowsLantern).told.group).toEqual(told)
  const partly: LabelledPhoto = { ...photo, truth: { ...photo.truth, list_complete: false } }
  expect(score([partly], [given], knowsLantern).told.group).toEqual([])
})

test('a wrong scene is unsure when its confidence is under 0.6', () => {
  const scene = (confidence: number) => ({ context: 'menu' as const, confidence, beerCount: 1, textContent: true })
  const photos = [single('a', 'Lantern'), single('b', 'Lantern')]
  const answers = [
    { id: 'a', scene: scene(0.59), sceneMs: 1 },
    { id: 'b', scene: scene(0.6), sceneMs: 1 },
  ]
  expect(score(photos, answers, knowsLantern).scene.unsureOfWrong).toEqual({ right: 1, of: 2 })
})

test('one beer named in one of the three ways stains a negative, and the bench fails for it', () => {
  const photo: LabelledPhoto = {
    id: 'n',
    file: 'n.jpg',
    class: 'negative',
    truth: { what: 'a soda', beer_present: false },
  }
  const given = { single: answer([]), group: answer([]), menu: answer([aBeer('Lantern')]) }
  const scores = score([photo], [{ id: 'n', ...NO_SCENE, ...given }], knowsLantern)
  expect(scores.negative.noBeerClean).toEqual({ right: 0, of: 1 })
  expect(failing(scores).map(({ what }) => what)).toEqual(["negatives of kind 'no beer at all' clean"])
})

test('a photo without a hint is right in the shape of what it shows, a negative without a beer', () => {
  const photos: LabelledPhoto[] = [
    single('a', 'Lantern'),
    single('b', 'Lantern'),
    { id: 'n', file: 'n.jpg', class: 'negative', truth: { what: 'a soda', beer_present: false } },
  ]
  const beers = [aBeer('Lantern')]
  const answers = [
    { id: 'a', ...NO_SCENE, unasked: answer(beers) },
    { id: 'b', ...NO_SCENE, unasked: answer(beers, 100, 'menu') },
    { id: 'n', ...NO_SCENE, unasked: answer(beers, 100, 'group') },
  ]
  const { unasked } = score(photos, answers, knowsLantern)
  expect(unasked.single).toEqual({ right: 1, of: 2 })
  expect(unasked.negative).toEqual({ right: 0, of: 1 })
})
