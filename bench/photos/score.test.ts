import { expect, test } from 'vitest'
import { anAnsweredBeer } from './answered-beer.fixture.ts'
import type { Answer, AnsweredBeer, PhotoAnswers } from './answers.ts'
import type { LabelledPhoto } from './photo-set.ts'
import { score } from './score.ts'
import { failing } from './thresholds.ts'

const aBeer = (name: string, more: Partial<AnsweredBeer> = {}) => anAnsweredBeer(name, null, more)
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

test('counts a share of all beers and of those in the catalogue', () => {
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
  expect(scores.single.noAnswer).toEqual({ right: 1, of: 3 })
})

test('measures the distance of a found beer from its label, and answers that are not on the photo', () => {
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
  const answered = [aBeer('Lantern', { position: { x: 23, y: 54 } }), aBeer('Heron', { position: { x: 80, y: 50 } })]
  const { group } = score([photo], [{ id: 'g', ...NO_SCENE, group: answer(answered) }], knowsLantern)
  expect(group.clear.all).toEqual({ right: 1, of: 1 })
  expect(group.positionErrors).toEqual([5])
  expect(group.wrong).toEqual({ right: 1, of: 2 })
})

test('assigns one answer to each printed item and ignores items that are no beer', () => {
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
  const answered = [aBeer('Lantern', { abv: 5 }), aBeer('Merlot')]
  const { menu } = score([photo], [{ id: 'm', ...NO_SCENE, menu: answer(answered) }], knowsLantern)
  expect(menu.items.all).toEqual({ right: 1, of: 2 })
  expect(menu.precision).toEqual({ right: 1, of: 2 })
  expect(menu.abv.all).toEqual({ right: 1, of: 1 })
})

test('counts ABV and prices of all items and of those found; serving sizes are no price', () => {
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
  const answered = [aBeer('Lantern', { abv: 5, price: '€ 4.10' }), aBeer('Beacon', { abv: 6, price: '5.50' })]
  const { menu } = score([photo], [{ id: 'm', ...NO_SCENE, menu: answer(answered) }], knowsLantern)
  expect(menu.price.all).toEqual({ right: 1, of: 3 })
  expect(menu.priceOfFound).toEqual({ right: 1, of: 2 })
  expect(menu.abv.all).toEqual({ right: 1, of: 3 })
  expect(menu.abvOfFound).toEqual({ right: 1, of: 2 })
})

test('records confidence and correctness of each answer for completely labelled photos', () => {
  const photo: LabelledPhoto = {
    id: 'g',
    file: 'g.jpg',
    class: 'group',
    truth: { scene: 'shelf', list_complete: true, beers: [{ ...truth('Lantern'), x: 1, y: 1, readability: 'clear' }] },
  }
  const given = {
    id: 'g',
    ...NO_SCENE,
    group: answer([aBeer('Lantern', { confidence: 0.9 }), aBeer('Heron', { confidence: 0.5 })]),
  }
  const answered = [
    { confidence: 0.9, isRight: true },
    { confidence: 0.5, isRight: false },
  ]
  expect(score([photo], [given], knowsLantern).answered.group).toEqual(answered)
  const partly: LabelledPhoto = { ...photo, truth: { ...photo.truth, list_complete: false } }
  expect(score([partly], [given], knowsLantern).answered.group).toEqual([])
})

test('a wrong scene below 0.6 counts as uncertain', () => {
  const scene = (confidence: number) => ({ context: 'menu' as const, confidence, beerCount: 1, textContent: true })
  const photos = [single('a', 'Lantern'), single('b', 'Lantern')]
  const answers = [
    { id: 'a', scene: scene(0.59), sceneMs: 1 },
    { id: 'b', scene: scene(0.6), sceneMs: 1 },
  ]
  expect(score(photos, answers, knowsLantern).scene.lowConfidenceErrors).toEqual({ right: 1, of: 2 })
})

test('one beer named in one of the three modes makes a negative wrong and fails the bench', () => {
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

test('a photo without a context is right in the shape that it shows, a negative without a beer', () => {
  const photos: LabelledPhoto[] = [
    single('a', 'Lantern'),
    single('b', 'Lantern'),
    { id: 'n', file: 'n.jpg', class: 'negative', truth: { what: 'a soda', beer_present: false } },
  ]
  const beers = [aBeer('Lantern')]
  const answers = [
    { id: 'a', ...NO_SCENE, auto: answer(beers) },
    { id: 'b', ...NO_SCENE, auto: answer(beers, 100, 'menu') },
    { id: 'n', ...NO_SCENE, auto: answer(beers, 100, 'group') },
  ]
  const { auto } = score(photos, answers, knowsLantern)
  expect(auto.single).toEqual({ right: 1, of: 2 })
  expect(auto.negative).toEqual({ right: 0, of: 1 })
})
