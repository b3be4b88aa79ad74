import { expect, it } from 'vitest'
import { NamedBeerSchema } from './export-fields.ts'

it.each(['', ' ', '\u0000', '\u200b\u202e\n'])('a beer needs a name that can be seen: %j', (name) => {
  expect(NamedBeerSchema.safeParse({ name }).success).toBe(false)
  expect(NamedBeerSchema.safeParse({ name: `Dusk${name}` }).success).toBe(true)
})
