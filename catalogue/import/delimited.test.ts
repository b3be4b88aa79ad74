import { expect, it } from 'vitest'
import { parseDelimited } from './delimited.ts'
import { fileOf } from './parse.fixture.ts'

it('reads on in linear time after many unclosed quotes', async () => {
  const start = process.cpuUsage()
  const rows: unknown[] = []
  const text = `name,brewery\n${'a,""\n"\n'.repeat(50_000)}last,row\n`
  const file = {
    ...fileOf('a.csv', ''),
    bytes: async function* () {
      yield new TextEncoder().encode(text)
    },
  }
  for await (const row of parseDelimited(file)) rows.push('cells' in row ? [...row.cells.values()] : row.error)
  expect(rows.at(-1)).toEqual(['last', 'row'])
  expect(process.cpuUsage(start).user / 1_000).toBeLessThan(3_000)
})
