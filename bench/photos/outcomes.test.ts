import { describe, expect, it, test } from 'vitest'
import { anAnsweredBeer } from './answered-beer.fixture.ts'
import type { Answer, AnsweredBeer } from './answers.ts'
import { groupResults, negativeResults, offeredBy, outcomeOf, singleResults } from './outcomes.ts'
import type { LabelledPhoto } from './photo-set.ts'

const LANTERN = { name: 'Harbour Lantern', brewery: 'Alder Brewing', accept_also: [] }
const BEACON = { name: 'Meadow Beacon', brewery: 'Quay Brewery', aliases: [], confidence: 0.2 }
const lantern = (more: Partial<AnsweredBeer> = {}) => anAnsweredBeer('Harbour Lantern', 'Alder Brewing', more)
const beacon = (more: Partial<AnsweredBeer> = {}) => anAnsweredBeer('Meadow Beacon', 'Quay Brewery', more)
const others = (...names: string[]) => names.map((name) => ({ ...BEACON, name }))

const answer = (shape: Answer['shape'], beers: AnsweredBeer[]): Answer => ({
  shape,
  beers,
  detected: null,
  complete: true,
  firstMs: null,
  tookMs: 1,
})
const answers = (given: { single?: Answer; group?: Answer; menu?: Answer; auto?: Answer }) => [
  { id: 'p', scene: null, sceneMs: null, ...given },
]

test.each([
  [lantern({ confidence: 0.6 }), 'sure'],
  [lantern({ confidence: 0.599 }), 'ask'],
  [lantern({ confidence: 0.9, verdict: 'unlisted' }), 'new'],
  [undefined, 'nothing'],
] as const)('the outcome of %o is %s', (beer, outcome) => {
  expect(outcomeOf(beer)).toBe(outcome)
})

test('a question offers the answer and two others, a proposal three others', () => {
  const names = (beer: AnsweredBeer) => offeredBy(beer).map(({ name }) => name)
  const more = others('one', 'two', 'three', 'four')
  expect(names(lantern({ others: more }))).toEqual(['Harbour Lantern'])
  expect(names(lantern({ confidence: 0.5, others: more }))).toEqual(['Harbour Lantern', 'one', 'two'])
  expect(names(lantern({ verdict: 'unlisted', others: more }))).toEqual(['one', 'two', 'three'])
})

describe('the result for a single beer', () => {
  const photo: LabelledPhoto = {
    id: 'p',
    file: 'p.jpg',
    class: 'single',
    truth: { beers: [LANTERN], accept_also: [], difficulty: 'easy' },
  }
  const resultOf = (...beers: AnsweredBeer[]) =>
    singleResults([photo], answers({ single: answer('single', beers) }), () => true)[0]

  it('is right and offered, or only offered', () => {
    expect(resultOf(lantern())).toMatchObject({ outcome: 'sure', isRight: true, isOffered: true, difficulty: 'easy' })
    expect(resultOf(beacon({ confidence: 0.5, others: others('one', 'Harbour Lantern') }))).toMatchObject({
      outcome: 'ask',
      isRight: false,
      isOffered: true,
    })
  })

  it('does not count a beer beside a sure answer, nor the fourth choice', () => {
    expect(resultOf(beacon({ others: others('Harbour Lantern') }))).toMatchObject({ outcome: 'sure', isOffered: false })
    const fourth = others('one', 'two', 'three', 'Harbour Lantern')
    expect(resultOf(beacon({ verdict: 'unlisted', others: fourth }))).toMatchObject({
      outcome: 'new',
      isOffered: false,
    })
  })

  it('compares brewery and name of a proposal alone', () => {
    expect(resultOf(lantern({ verdict: 'unlisted', name: 'Harbor Lantern' }))).toMatchObject({
      isBreweryRight: true,
      isNameRight: true,
    })
    expect(resultOf(lantern({ verdict: 'unlisted', brewery: null }))).toMatchObject({
      isBreweryRight: false,
      isNameRight: true,
    })
    expect(resultOf(lantern())).toMatchObject({ isBreweryRight: false, isNameRight: false })
    expect(resultOf()).toMatchObject({ outcome: 'nothing', isBreweryRight: false, isNameRight: false })
  })

  it('compares the answer without a context', () => {
    const inAuto = (auto: Answer) =>
      singleResults([photo], answers({ single: answer('single', []), auto }), () => true)[0]?.isSureInAuto
    expect(inAuto(answer('group', [lantern()]))).toBe(true)
    expect(inAuto(answer('single', [lantern({ confidence: 0.5 })]))).toBe(false)
    expect(inAuto(answer('single', []))).toBe(false)
    expect(resultOf(lantern())?.isSureInAuto).toBeNull()
  })
})

test('counts clear listed beers of a group that are sure or asked, and sure answers that are not on it', () => {
  const placed = (name: string, readability: 'clear' | 'partial' = 'clear') => ({
    ...LANTERN,
    name,
    x: 1,
    y: 1,
    readability,
  })
  const photo = (list_complete: boolean): LabelledPhoto => ({
    id: 'p',
    file: 'p.jpg',
    class: 'group',
    truth: {
      scene: 'shelf',
      list_complete,
      beers: [
        placed('Harbour Lantern'),
        placed('Copper Heron'),
        placed('Silent Moorhen'),
        placed('Old Gate', 'partial'),
      ],
    },
  })
  const given = answers({
    group: answer('group', [
      lantern(),
      beacon({ confidence: 0.5, others: others('Copper Heron') }),
      beacon(),
      lantern({ name: 'Silent Moorhen', verdict: 'unlisted' }),
    ]),
  })
  const knows = () => true
  expect(groupResults([photo(true)], given, knows)).toEqual([
    { clearListed: { right: 2, of: 3 }, sureAndWrong: { right: 1, of: 2 } },
  ])
  expect(groupResults([photo(false)], given, knows)[0]?.sureAndWrong).toEqual({ right: 0, of: 0 })
})

test('the result for a negative is the most that any of the three ways shows', () => {
  const photo: LabelledPhoto = {
    id: 'p',
    file: 'p.jpg',
    class: 'negative',
    truth: { what: 'a soda', beer_present: false },
  }
  const resultOf = (single: AnsweredBeer[], menu: AnsweredBeer[]) =>
    negativeResults([photo], answers({ single: answer('single', single), menu: answer('menu', menu) }))
  expect(resultOf([lantern({ confidence: 0.5 })], [lantern()])).toEqual(['sure'])
  expect(resultOf([lantern({ verdict: 'unlisted', confidence: 0.9 })], [])).toEqual(['asked'])
  expect(resultOf([], [])).toEqual(['nothing'])
})
