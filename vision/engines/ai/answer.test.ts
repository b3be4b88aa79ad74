import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseAnswer, parseScene } from './answer.ts'

const long = (part: string) => part.repeat(200_000 / part.length)
const hostile = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom(' ', '-', '( ', '"', '٣', '1e').map(long),
  fc.constantFrom(1e308, -1, 2 ** 53, '\0', '\ud800', '__proto__'),
)
const row = fc.record(
  { name: hostile, brewery: hostile, style: hostile, abv: hostile, ibu: hostile, price: hostile, estimated: hostile },
  { requiredKeys: [] },
)
const answer = fc.oneof(
  hostile,
  fc.record({ shows: hostile, title: hostile, text: fc.array(hostile), beers: fc.array(row) }),
)

describe('an answer of a provider', () => {
  it('of any form is used or refused, and what is used is short', () => {
    fc.assert(
      fc.property(answer, fc.constantFrom('single', 'group', 'menu'), (value, task) => {
        for (const { name, brewery, abv } of parseAnswer(value, task)?.beers ?? []) {
          expect(String(name.value).length).toBeLessThanOrEqual(200)
          expect(brewery?.value.length ?? 0).toBeLessThanOrEqual(200)
          expect(abv?.value ?? 0).toBeLessThanOrEqual(100)
        }
      }),
    )
  })

  it('to the scene task of any form is used or refused', () => {
    const scene = fc.record({ context: hostile, confidence: hostile, beerCount: hostile, textContent: hostile })
    fc.assert(
      fc.property(fc.oneof(hostile, scene), (value) => {
        const parsed = parseScene(value)
        if (parsed) expect(parsed.confidence).toBeLessThanOrEqual(1)
      }),
    )
  })
})
