/** Files with fields of 1 MB, for every parser of imports, in the process that parses users' files. */
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { fileReader } from '#server/features/imports/read-file-in-process.ts'
import { randomFrom } from '#testing/pictures/random.ts'
import { FuzzReport, type FuzzResult } from './report.ts'

const FIELD_CHARS = 1024 * 1024
/** Lines are rows, of which a megabyte takes seconds. */
const LINES_CHARS = FIELD_CHARS / 8
const PARTS = [
  ' ',
  '-',
  '( ',
  '[',
  '{',
  '"',
  '\\',
  ',',
  ';',
  '\t',
  '&#',
  '0',
  '1 x ',
  ' co',
  'a.',
  'Ã©',
  '😀',
  '"\n"',
  '\n',
] as const
const FILES = [
  ['export-csv', 'Type,Date,Beer name,Brewery,Style,ABV,Rating\nScan,2024-01-01,FIELD,FIELD,FIELD,5,1\n'],
  ['untappd-csv', 'beer_name,brewery_name,beer_type,created_at\nFIELD,FIELD,FIELD,FIELD\na,b,c,2024-01-01\n'],
  ['untappd-json', '[{"beer_name": "FIELD", "brewery_name": "FIELD", "created_at": "FIELD", "bid": "FIELD"}]'],
  ['export-json', '{"scans": [{"status": "completed", "menuData": "FIELD"}], "searches": [{"query": "FIELD"}]}'],
] as const

export async function fuzzFiles(seed: number, count: number): Promise<FuzzResult> {
  const report = new FuzzReport()
  const random = randomFrom(seed)
  const read = fileReader({ script: fileURLToPath(new URL('../../dist/server/file-reader.js', import.meta.url)) })
  for (let number = 0; number < count; number++) {
    const [kind, text] = random.pick(FILES)
    const used: string[] = []
    const hostile = text.replaceAll('FIELD', () => {
      const part = random.pick(PARTS)
      used.push(part)
      return (
        (random.chance(0.5) ? 'a' : '') + part.repeat((part.includes('\n') ? LINES_CHARS : FIELD_CHARS) / part.length)
      )
    })
    const parse = async () => {
      for await (const _ of read(kind, gzipSync(hostile, { level: 1 }), AbortSignal.timeout(60_000)));
      return 'read'
    }
    await report.add(`${kind} with ${JSON.stringify(used)}`, parse, (outcome) => outcome !== 'read')
  }
  return report
}
