import { describe, expect, it } from 'vitest'
import { spec } from '#testing/spec.ts'
import { saveSearch, search, searchBeers } from '../index.ts'

describe('a query', () => {
  it.each([
    ['of a search', (q: string) => search.query?.safeParse({ q }).success],
    ['of a search for beers', (q: string) => searchBeers.query?.safeParse({ q }).success],
    ['that is kept', (query: string) => saveSearch.body?.safeParse({ query, resultCount: 1 }).success],
  ])('%s has at most 200 characters', spec('10.1.3'), (_which, takes) => {
    expect(takes('a'.repeat(200))).toBe(true)
    expect(takes('a'.repeat(201))).toBe(false)
  })
})
