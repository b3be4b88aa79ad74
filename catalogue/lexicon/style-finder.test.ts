import { expect, it } from 'vitest'
import { growth } from '#testing/growth.ts'
import { StyleFinder } from './style-finder.ts'

const finder = new StyleFinder([
  { name: 'IPA', family: 'IPA', abv: null, aliases: ['India Pale Ale'] },
  { name: 'Strong Ale', family: 'Strong Ale', abv: null, aliases: [] },
])

it('returns of scattered words the part between their first occurrences', () => {
  const text = 'Hazy ale, ale and malt, pale, from India. Ale, pale'
  expect(finder.find(text)).toMatchObject({ style: 'IPA', text: 'ale, ale and malt, pale, from India' })
})

it('finds the words of a style in linear time, however often they are repeated', async () => {
  const textOf = (times: number) => `${'ale hopfen malz '.repeat(times)}pale hopfen India`
  expect(finder.find(textOf(2_500))).toMatchObject({ style: 'IPA', text: textOf(2_500) })
  expect(await growth(2_500, (times) => finder.find(textOf(times)))).toBeLessThan(8)
})
