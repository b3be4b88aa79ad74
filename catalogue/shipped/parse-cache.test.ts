import { expect, it } from 'vitest'
import { cachedCompilation } from './parse-cache.ts'
import { compileShipped, loadShipped } from './shipped.ts'

it('compiles once and returns the same data from then on', () => {
  const first = loadShipped()
  const cached = cachedCompilation(() => expect.fail('compiled again'))
  expect(JSON.parse(cached)).toEqual(first)
  expect(compileShipped()).toBe(cached)
})
