/**
 * Rows of a delimited file, by the names in its header. `csv-parse` splits them; this module finds the delimiter, numbers
 * the lines, and hands on what cannot be a row as a problem instead of ending the file.
 */
import { Readable } from 'node:stream'
import { type CsvError, type Options, parse } from 'csv-parse'
import { foldText } from '../fold-text.ts'
import { textOf } from './decode-text.ts'
import type { ImportFile } from './imported.ts'

export type Row = { line: number; cells: Map<string, string> } | { line: number; broken: string }

const DELIMITERS = [',', ';', '\t', '|'] as const
/** A record longer than this has an open quote. */
const RECORD_MAX_CHARS = 1_000_000

/** Every row under its header; names of columns are folded, blanks and marks in them turned to `_`. */
export async function* rowsOf(file: ImportFile): AsyncGenerator<Row> {
  let header: string[] | undefined
  for await (const { line, cells } of recordsOf(file)) {
    if (typeof cells === 'string') yield { line, broken: cells }
    else if (!header) header = cells.map(columnName)
    else yield underHeader(header, cells, line)
  }
}

/** The header's names as `rowsOf` gives them. */
export async function headerOf(file: ImportFile): Promise<string[]> {
  for await (const { cells } of recordsOf(file)) if (typeof cells !== 'string') return cells.map(columnName)
  return []
}

export function columnName(text: string): string {
  return foldText(text)
    .replace(/[^\p{L}\p{N}%]+/gu, '_')
    .replace(/^_+|_+$/gu, '')
}

function underHeader(header: readonly string[], cells: string[], line: number): Row {
  if (cells.slice(header.length).some((cell) => cell.trim() !== ''))
    return { line, broken: `${cells.length} fields under ${header.length} columns` }
  return { line, cells: new Map(header.map((name, index) => [name, cells[index] ?? ''])) }
}

async function* recordsOf(file: ImportFile): AsyncGenerator<{ line: number; cells: string[] | string }> {
  const { delimiter, text } = await withDelimiter(textOf(file))
  const broken: { line: number; cells: string }[] = []
  const options: Options = {
    delimiter,
    info: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
    max_record_size: RECORD_MAX_CHARS,
    on_skip: (error: CsvError | undefined) => {
      broken.push({ line: lineOf(error), cells: reasonOf(error) })
      return undefined
    },
  }
  const parser = parse(options)
  const source = Readable.from(text)
  source.on('error', (error) => parser.destroy(error)).pipe(parser)
  try {
    for await (const { record, info } of parser) {
      yield* broken.splice(0)
      yield { line: info.lines - breaksIn(record), cells: record }
    }
  } catch (error) {
    // An open quote that runs to the end, or past what a row can be: nothing after it can be told apart.
    if (!(error instanceof Error && 'code' in error && String(error.code).startsWith('CSV_'))) throw error
    yield { line: lineOf(error), cells: reasonOf(error) }
  } finally {
    source.destroy()
    parser.destroy()
  }
  yield* broken
}

/** The one that splits the first line into most parts. */
async function withDelimiter(
  text: AsyncGenerator<string>,
): Promise<{ delimiter: string; text: AsyncGenerator<string> }> {
  const { value: first = '' } = await text.next()
  const line = first.slice(0, first.search(/\r?\n|$/u))
  const count = (delimiter: string) => line.split(delimiter).length
  const delimiter = [...DELIMITERS].sort((a, b) => count(b) - count(a))[0] ?? ','
  return {
    delimiter,
    text: (async function* () {
      if (first !== '') yield first
      yield* text
    })(),
  }
}

function breaksIn(cells: readonly string[]): number {
  return cells.reduce((sum, cell) => sum + (cell.includes('\n') ? cell.split('\n').length - 1 : 0), 0)
}

function lineOf(error: unknown): number {
  return typeof error === 'object' && error !== null && 'lines' in error && typeof error.lines === 'number'
    ? error.lines
    : 0
}

function reasonOf(error: unknown): string {
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''
  if (code === 'CSV_QUOTE_NOT_CLOSED' || code === 'CSV_MAX_RECORD_SIZE') return 'a quote that is never closed'
  return code === 'CSV_INVALID_CLOSING_QUOTE' ? 'text behind a closing quote' : 'not a row'
}
