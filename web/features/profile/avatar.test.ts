import fc from 'fast-check'
import { expect, it } from 'vitest'
import { spec } from '#testing/spec.ts'
import { initials } from './person.ts'

const name = fc.option(fc.string({ unit: 'grapheme', maxLength: 12 }))
const hasLetter = (text: string | null) => (text ?? '').trim() !== ''

it("is 'BG' exactly when neither name has a letter", spec('2.10.2'), () => {
  fc.assert(
    fc.property(name, name, (firstName, lastName) => {
      fc.pre(initials({ firstName, lastName }) !== 'BG' || !(hasLetter(firstName) || hasLetter(lastName)))
      expect(initials({ firstName, lastName }) === 'BG').toBe(!hasLetter(firstName) && !hasLetter(lastName))
    }),
  )
  for (const nobody of [null, '', '  ']) expect(initials({ firstName: nobody, lastName: nobody })).toBe('BG')
})

it('is the first letter of each name, in capitals', () => {
  const word = fc.constantFrom('ada', 'Žofie', 'Łucja', '東京', 'Ångström')
  const first = (text: string) => ([...text][0] ?? '').toLocaleUpperCase('en')
  fc.assert(
    fc.property(word, word, (firstName, lastName) => {
      expect(initials({ firstName, lastName })).toBe(first(firstName) + first(lastName))
      expect(initials({ firstName, lastName: null })).toBe(first(firstName))
    }),
  )
})
