import { expect, it } from 'vitest'
import { NamedBeerSchema, ReadText } from './export-fields.ts'

it.each(['', ' ', '\u0000', '\u200b\u202e\n'])('a beer needs a name that can be seen: %j', (name) => {
  expect(NamedBeerSchema.safeParse({ name }).success).toBe(false)
  expect(NamedBeerSchema.safeParse({ name: `Dusk${name}` }).success).toBe(true)
})

it('a number that is nearly zero is zero, as the database would reject it', () => {
  expect(NamedBeerSchema.parse({ name: 'Dusk', abv: 1e-50, ibu: 1e-50 })).toMatchObject({ abv: 0, ibu: 0 })
})

it('the text of a label is cut to the longest that a photo has', () => {
  const text = ReadText.parse(Array.from({ length: 1_001 }, () => 'x'.repeat(2_000)))
  expect([text.length, ...new Set(text.map((line) => line.length))]).toEqual([100, 200])
  expect(ReadText.parse(['Brew Nr 1', 'nul \0'])).toEqual(['Brew Nr 1', 'nul '])
})
