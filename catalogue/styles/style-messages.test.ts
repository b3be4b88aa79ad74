import { expect, it } from 'vitest'
import { loadShipped } from '#catalogue/shipped'
import descriptions from './descriptions/messages/en.json' with { type: 'json' }
import serving from './serving/messages/en.json' with { type: 'json' }

const shipped = loadShipped()

it('lists the description of every style for translation', () => {
  expect(descriptions).toEqual(Object.fromEntries(shipped.styles.map(({ name, description }) => [name, description])))
})

it('lists every glass and dish for translation', () => {
  const words = new Set(shipped.servings.flatMap(({ glass, pairings }) => [glass, ...pairings]))
  expect(serving).toEqual(Object.fromEntries([...words].map((word) => [word, word])))
})
