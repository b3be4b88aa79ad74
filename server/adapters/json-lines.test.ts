import { expect, it } from 'vitest'
import { jsonLine, linesIn } from './json-lines.ts'

async function* chunksOf(text: string, size: number) {
  const bytes = Buffer.from(text)
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size)
}

async function linesOf(text: string, size = 4): Promise<string[]> {
  const lines: string[] = []
  for await (const line of linesIn(chunksOf(text, size))) lines.push(line)
  return lines
}

const SEPARATORS = ['\u2028', '\u2029', '\u0085', '\v', '\f', '\r']

it.each(SEPARATORS)('a line does not end at %j', async (separator) => {
  expect(await linesOf(`one${separator}line\nanother\n`)).toEqual([`one${separator}line`, 'another'])
})

it.each([1, 2, 3, 1_000])('lines are the same in chunks of %i bytes', async (size) => {
  const lines = ['', 'Märzen 🍺 \u2028', '', 'the last one without an end']
  expect(await linesOf(lines.join('\n'), size)).toEqual(lines)
})

it('a written value is one line for every reader, and is read back unchanged', async () => {
  const value = { text: `a${SEPARATORS.join('b')}c\n` }
  const written = jsonLine(value)
  expect(written.split(/[\n\r\u2028\u2029]/u)).toEqual([written.trimEnd(), ''])
  expect((await linesOf(written)).map((line) => JSON.parse(line))).toEqual([value])
})
