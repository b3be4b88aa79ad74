/**
 * Files with fields of 1 MB, for every parser of imports, in the process that parses users' files. Its processor time counts, because
 * other work on the machine makes a file of many rows last as long as it likes. On Linux.
 */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { zipSync } from 'fflate'
import { fileReader } from '#server/features/imports/read-file-in-process.ts'
import { childrenOf } from '#testing/child-processes.ts'
import { mutated } from '#testing/hostile/pictures.ts'
import { type Random, randomFrom } from '#testing/pictures/random.ts'
import { aWebp } from '#testing/webp.ts'
import { FuzzReport, type FuzzResult } from './report.ts'

const FIELD_CHARS = 1024 * 1024
/** Lines are rows, of which a megabyte takes seconds. */
const LINES_CHARS = FIELD_CHARS / 8
/** Of a file, by the clock. */
const TIMEOUT_MS = 120_000
/** Of `/proc/<pid>/stat`. */
const [USER_TICKS, SYSTEM_TICKS, MS_PER_TICK] = [11, 12, 10]
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
  ['export-zip', '{"searches": [{"query": "FIELD"}], "pictures": [{"file": "FIELD", "beer": {"name": "FIELD"}}]}'],
] as const

export async function fuzzFiles(seed: number, count: number): Promise<FuzzResult> {
  const report = new FuzzReport(count)
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
    const file = kind === 'export-zip' ? archiveOf(hostile, random) : hostile
    let spentMs = 0
    const parse = async () => {
      for await (const _ of read(kind, gzipSync(file, { level: 1 }), AbortSignal.timeout(TIMEOUT_MS))) {
        spentMs = processorMsOfChild()
      }
      return 'read'
    }
    const isFailure = (outcome: string) => outcome !== 'read'
    await report.add(`${kind} with ${JSON.stringify(used)}`, parse, isFailure, () => spentMs)
  }
  return report
}

/** With a picture; half of them are damaged. */
function archiveOf(data: string, random: Random): Uint8Array {
  const files = { 'data.json': Buffer.from(data), 'pictures/a.webp': aWebp('a') }
  const archive = Buffer.from(zipSync(files, { level: 1 }))
  return random.chance(0.5) ? mutated([archive], random) : archive
}

/** Of the process that parses the file. */
function processorMsOfChild(): number {
  const [reader] = childrenOf(process.pid, 'file-reader')
  // After the name of the program, which may contain spaces.
  const fields = readFileSync(`/proc/${reader}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
  return (Number(fields[USER_TICKS]) + Number(fields[SYSTEM_TICKS])) * MS_PER_TICK
}
