import { expect, test } from 'vitest'
import { anAnsweredBeer as beer } from '../photos/answered-beer.fixture.ts'
import type { Answer, AnsweredBeer } from '../photos/answers.ts'
import type { LabelledPhoto } from '../photos/photo-set.ts'
import { missesOf } from './misses.ts'

const answer = (shape: Answer['shape'], beers: AnsweredBeer[]) => ({
  id: 'p',
  scene: null,
  sceneMs: null,
  [shape]: { shape, beers, detected: null, complete: true, firstMs: null, tookMs: 1 },
})
const LANTERN = { name: 'Harbour Lantern', brewery: 'Alder Brewing', accept_also: [] }
const single: LabelledPhoto = {
  id: 'p',
  file: 'p.jpg',
  class: 'single',
  truth: { beers: [LANTERN], accept_also: [] },
}
const known = () => true
const reasons = (photo: LabelledPhoto, given: ReturnType<typeof answer>, text: string, knows = known) =>
  missesOf(photo, given, text, knows).map(({ reason }) => reason)

test('reports whether a single beer was not read, not matched, or confused with another', () => {
  expect(reasons(single, answer('single', [beer('Harbour Lantern', 'Alder')]), '')).toEqual([])
  expect(reasons(single, answer('single', []), 'HARBOUR LANTRN')).toEqual(['read but not matched'])
  expect(reasons(single, answer('single', []), 'best before')).toEqual(['not read'])
  expect(reasons(single, answer('single', [beer('Meadow Beacon', 'Alder')]), '')).toEqual(['wrong sibling'])
  expect(reasons(single, answer('single', [beer('Meadow Beacon', 'Quay')]), '')).toEqual(['another beer'])
})

test('does not count a beer missing from the catalogue as missed, but counts another beer named for it', () => {
  const lacks = () => false
  expect(reasons(single, answer('single', []), '', lacks)).toEqual([])
  expect(reasons(single, answer('single', [beer('Meadow Beacon', 'Quay')]), '', lacks)).toEqual(['another beer'])
})

test('reports what is missing from a group and what is not on the photo', () => {
  const group: LabelledPhoto = {
    id: 'p',
    file: 'p.jpg',
    class: 'group',
    truth: { scene: 'shelf', list_complete: true, beers: [{ ...LANTERN, x: 1, y: 1, readability: 'clear' }] },
  }
  const answered = answer('group', [beer('Meadow Beacon', 'Alder'), beer('Old Words', 'Quay')])
  expect(reasons(group, answered, 'harbour lantern')).toEqual(['read but not matched', 'wrong sibling', 'false alarm'])
})

test('reports missing menu items and answers that are no item', () => {
  const menu: LabelledPhoto = {
    id: 'p',
    file: 'p.jpg',
    class: 'menu',
    truth: { list_complete: true, items: [{ ...LANTERN, is_beer: true }] },
  }
  expect(reasons(menu, answer('menu', [beer('Old Words', 'Quay')]), '')).toEqual(['not read', 'false alarm'])
})
