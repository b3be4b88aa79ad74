import { expect, it } from 'vitest'
import { cpuMs } from '#testing/growth.ts'
import { parseDelimited } from './delimited.ts'
import { fileOf } from './parse.fixture.ts'

async function lastRowAfter(lines: string): Promise<unknown> {
  const text = `name,brewery\n${lines}last,row\n`
  const file = {
    ...fileOf('a.csv', ''),
    bytes: async function* () {
      yield new TextEncoder().encode(text)
    },
  }
  let last: unknown
  for await (const row of parseDelimited(file)) last = 'cells' in row ? [...row.cells.values()] : row.error
  return last
}

it('reads on after thousands of unclosed quotes, in little more than the time of other characters', async () => {
  // Whether the quote is open at the start of a line or not, it is open at its end.
  const unclosed = 'a"a,"\n'.repeat(4_000)
  expect(await lastRowAfter(unclosed)).toEqual(['last', 'row'])
  const plain = await cpuMs(() => lastRowAfter("a'a,'\n".repeat(4_000)))
  // Here about six times as much; five hundred times if every quote were tried.
  expect(await cpuMs(() => lastRowAfter(unclosed))).toBeLessThan(50 * plain)
})

it('reads on after a line of eight million characters', async () => {
  expect(await lastRowAfter(`${'麦'.repeat(8 * 1024 * 1024)}\n`)).toEqual(['last', 'row'])
})
