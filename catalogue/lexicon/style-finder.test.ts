import { expect, it } from 'vitest'
import { StyleFinder } from './style-finder.ts'

const finder = new StyleFinder([
  { name: 'IPA', aliases: ['India Pale Ale'] },
  { name: 'Strong Ale', aliases: [] },
])

it('returns of scattered words the part between their first occurrences', () => {
  const text = 'Hazy ale, ale and malt, pale, from India. Ale, pale'
  expect(finder.find(text)).toEqual({ style: 'IPA', text: 'ale, ale and malt, pale, from India' })
})

it('finds the words of a style in linear time, however often they are repeated', () => {
  const text = `${'ale hopfen malz '.repeat(10_000)}pale hopfen India`
  const start = process.cpuUsage()
  expect(finder.find(text)).toEqual({ style: 'IPA', text })
  expect(process.cpuUsage(start).user / 1_000).toBeLessThan(3_000)
})
