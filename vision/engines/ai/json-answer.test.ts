import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { growth } from '#testing/growth.ts'
import { jsonAnswerIn } from './json-answer.ts'

/** Accepts what has a list of beers. */
function beersOf(value: unknown): unknown[] | undefined {
  if (typeof value !== 'object' || value === null || !('beers' in value)) return undefined
  return Array.isArray(value.beers) ? value.beers : undefined
}
const answerIn = (text: string) => jsonAnswerIn(text, beersOf)
const answer = '{"beers": ["Duvel"]}'

describe('the answer of a model', () => {
  it.each([
    ['alone', answer],
    ['in a code fence', `\`\`\`json\n${answer}\n\`\`\``],
    ['in prose', `Here is the list you asked for:\n\n${answer}\n\nLet me know if {you} need more.`],
    ['behind braces that are no JSON', `In the form {shows, beers} and { 'beers': [] } it is:\n${answer}`],
    ['behind another object', `{"thought": "the label says \\"Duvel\\" }"}\n${answer}`],
    ['behind an object that is no JSON', `{"beers": [,]} ${answer}`],
    ['before another answer', `${answer}\n{"beers": ["Orval"]}`],
    ['in a list', `[${answer}]`],
    ['behind the thoughts of a model', `<think>Perhaps {"beers": ["Orval"]}?</think>\n${answer}`],
    ['behind thoughts whose start the server keeps', `Perhaps {"beers": ["Orval"]}?\n</think>${answer}`],
    ['with commas behind the last entries', '{"beers": ["Duvel",],\n}'],
    ['with comments', '{"beers": ["Duvel" // the "big" one\n, // and no more\n]}'],
    ['before an object that breaks off', `${answer} {"beers": ["Or`],
  ])('is found %s', async (_where, text) => {
    expect(await answerIn(text)).toEqual({ isComplete: true, answer: ['Duvel'] })
  })

  it('keeps brackets and quotation marks of its strings', async () => {
    const beers = ['}{', ']"[', '\\', '{"beers": []}', 'a\\"b']
    expect(await answerIn(`so: ${JSON.stringify({ beers })} }`)).toEqual({ isComplete: true, answer: beers })
  })

  it.each([
    ['nothing', ''],
    ['prose', 'I am sorry, I cannot help with that.'],
    ['an object of another form', '{"beer": "Duvel"}'],
    ['thoughts that are not finished', `<think>Perhaps ${answer}`],
    ['a text with an answer in it', JSON.stringify({ note: answer })],
  ])('is not found in %s', async (_what, text) => {
    expect(await answerIn(text)).toEqual({ isComplete: false, partial: undefined })
  })

  it.each([
    ['', `${answer.slice(0, -2)}`],
    [' in a code fence', `\`\`\`json\n{"beers": ["Duvel",\n\`\`\``],
    [' behind another object', `{"thought": "beer"} {"beers": ["Duvel"`],
  ])('that breaks off is returned as far as it goes%s', async (_where, text) => {
    expect(await answerIn(text)).toEqual({ isComplete: false, partial: { beers: ['Duvel'] } })
  })

  it('has no line breaks in its strings, nor comments in them', async () => {
    const beers = [...['Duvel\nTripel', 'https://x', 'a,]'].map((name) => `"${name}"`), ''].join(',')
    const found = ['Duvel Tripel', 'https://x', 'a,]']
    expect(await answerIn(`{"beers": [${beers}]}`)).toEqual({ isComplete: true, answer: found })
    expect(await answerIn(`{"beers": [${beers}], "more": [1,], "an`)).toMatchObject({ partial: { beers: found } })
  })

  it('that breaks off holds no answer inside', async () => {
    const { isComplete } = await answerIn(`{"beers": [{"beers": []}, {"name": "{\\"beers\\": []}"`)
    expect(isComplete).toBe(false)
  })

  it('is found in any prose without a quotation mark behind a brace', async () => {
    const prose = fc.string({ unit: fc.constantFrom(...'a{}[],: \\\n`') }).filter((text) => !/\{\s*\}?\s*$/.test(text))
    await fc.assert(
      fc.asyncProperty(prose, fc.array(fc.string()), async (before, beers) => {
        const found = await answerIn(before + JSON.stringify({ beers }) + before)
        expect(found).toEqual({ isComplete: true, answer: beers })
      }),
    )
  })

  it.each(['{', '{ ', '{}', '{"', '{"a":[', '"{', '`', '</think', '//', '{"\\"//,]', '{"a" ,'])(
    'is searched in linear time, whatever repeats: %j',
    async (part) => {
      const texts = (times: number) => part.repeat(times)
      expect(await growth(20_000, async (times) => void (await answerIn(texts(times))))).toBeLessThan(8)
    },
  )
})
