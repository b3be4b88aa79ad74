import { expect, it } from 'vitest'
import { SEARCH_HISTORY_MIN_LENGTH, SEARCH_MIN_LENGTH, saveSearch, searchLength } from './index.ts'

it.each([
  ['or', 2],
  [' orv ', 3],
  ['青', 2],
  ['青島', 4],
  ['카스', 4],
  ['エビ', 4],
  ['БАД', 3],
  ['P青', 3],
  ['', 0],
])('counts %s as %i letters', (query, length) => {
  expect(searchLength(query)).toBe(length)
})

it('lets a name of two characters be searched and kept', () => {
  expect(searchLength('百威')).toBeGreaterThanOrEqual(Math.max(SEARCH_MIN_LENGTH, SEARCH_HISTORY_MIN_LENGTH))
  const isKept = (query: string) => saveSearch.body?.safeParse({ query, resultCount: 1 }).success
  expect(['百威', 'orval', 'orv', '青'].map(isKept)).toEqual([true, true, false, false])
})
