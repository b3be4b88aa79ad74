/**
 * Rows of a delimited file, keyed by the column names of its header. `csv-parse` splits the records; this module detects
 * the delimiter, numbers the lines, and reports malformed records instead of failing the whole file.
 */
import { CsvError, type Options, type Parser, parse } from 'csv-parse'
import { foldText } from '../text/normalise.ts'
import { decodeText } from './decode-text.ts'
import type { ImportFile } from './imported.ts'

export type Row = { line: number; cells: Map<string, string> } | { line: number; error: string }

/** A longer record has an unclosed quote; a longer line would take its parser seconds. */
const RECORD_MAX_CHARS = 100_000
/** Each of them costs parsing many lines again. A file with more does not use quotes as CSV does: they are taken literally. */
const UNCLOSED_QUOTES_MAX = 10
const COLUMN_NAME_MAX_CHARS = 200
const DELIMITERS = [',', ';', '\t', '|'] as const
/** 'sep=;' before the header names the delimiter to Excel. */
const SEPARATOR_LINE = /^sep=/iu
const OPTIONS = {
  relax_column_count: true,
  relax_quotes: true,
  skip_empty_lines: true,
  max_record_size: RECORD_MAX_CHARS,
} as const satisfies Options

/**
 * Yields the rows, or an error for each row that cannot be parsed, or one for a file without any. `nameOf` normalises the names of
 * the columns.
 */
export async function* parseDelimited(file: ImportFile, nameOf = columnName): AsyncGenerator<Row> {
  let header: string[] | undefined
  let isEmpty = true
  for await (const { line, cells } of recordsOf(file)) {
    if (typeof cells !== 'string' && !header) {
      if (!SEPARATOR_LINE.test(cells[0] ?? '')) header = cells.map(nameOf)
      continue
    }
    isEmpty = false
    if (typeof cells === 'string') yield { line, error: cells }
    else if (header) yield rowOf(header, cells, line)
  }
  if (isEmpty) yield { line: 1, error: header ? 'no rows below the header' : 'an empty file' }
}

/** The folded text, with runs of anything but letters, digits and % replaced by `_`. */
export function columnName(text: string): string {
  return foldText(text.slice(0, COLUMN_NAME_MAX_CHARS))
    .replace(/[^\p{L}\p{N}%]+/gu, '_')
    .replace(/^_|_$/gu, '')
}

function rowOf(header: readonly string[], cells: string[], line: number): Row {
  if (cells.slice(header.length).some((cell) => cell.trim() !== ''))
    return { line, error: `${cells.length} fields for ${header.length} columns` }
  return { line, cells: new Map(header.map((name, index) => [name, cells[index] ?? ''])) }
}

/** The cells of a record, or the error that prevented splitting it. */
interface SplitRecord {
  line: number
  cells: string[] | string
}

async function* recordsOf(file: ImportFile): AsyncGenerator<SplitRecord> {
  const { delimiter, text } = await detectDelimiter(decodeText(file))
  const splitter = new Splitter(delimiter)
  for await (const piece of text) yield* splitter.split(piece)
  yield* splitter.finish()
}

/**
 * Recovers from unclosed quotes, which `csv-parse` cannot do: with `skip_records_with_error` it drops everything up to the
 * end of the file. Here only the line that opens the quote is dropped, and a new parser starts at the line after it.
 */
class Splitter {
  readonly #delimiter: string
  #parser: Parser
  /** Parsed records that were not emitted yet; `lines` counts from the start of the current parser. */
  #parsed: { lines: number; cells: string[] }[] = []
  #unclosedQuotes = 0
  /** Number of the last line before the current parser started. */
  #offset = 0
  /** Number of the last line that was emitted or dropped. */
  #linesDone = 0
  /** Lines that are part of no emitted record yet, to be parsed again after an error. */
  #pending: string[] = []

  constructor(delimiter: string) {
    this.#delimiter = delimiter
    this.#parser = this.#newParser()
  }

  async *split(piece: string): AsyncGenerator<SplitRecord> {
    let parsable = ''
    for (const text of linesOf(piece)) {
      const isTooLong = text.length > RECORD_MAX_CHARS
      const kept = isTooLong ? '\n' : text
      this.#pending.push(kept)
      parsable += kept
      if (isTooLong)
        yield { line: this.#linesDone + this.#pending.length, cells: 'a line of more than 100,000 characters' }
    }
    if (yield* this.#emit(write(this.#parser, parsable))) yield* this.#restart()
  }

  async *finish(): AsyncGenerator<SplitRecord> {
    while (yield* this.#emit(end(this.#parser))) yield* this.#restart()
  }

  /** Parses the pending lines again, after the dropped one. */
  async *#restart(): AsyncGenerator<SplitRecord> {
    do {
      this.#offset = this.#linesDone
      this.#parser = this.#newParser()
    } while (yield* this.#emit(write(this.#parser, this.#pending.join(''))))
  }

  /** Emits the records that the step parsed. Returns true if the step failed and its first line was dropped. */
  async *#emit(step: Promise<void>): AsyncGenerator<SplitRecord, boolean> {
    const error = await step.then(
      () => undefined,
      (thrown: unknown) => thrown,
    )
    const records = this.#parsed.splice(0)
    const done = this.#offset + (records.at(-1)?.lines ?? this.#linesDone - this.#offset)
    this.#pending.splice(0, done - this.#linesDone)
    this.#linesDone = done
    for (const { lines, cells } of records) yield { line: this.#offset + lines - lineBreaks(cells), cells }
    if (error === undefined) return false
    if (!(error instanceof CsvError)) throw error
    this.#unclosedQuotes++
    this.#pending.shift()
    this.#linesDone++
    yield { line: this.#linesDone, cells: messageOf(error) }
    return true
  }

  #newParser(): Parser {
    const on_record = (cells: string[], { lines }: { lines: number }) => {
      this.#parsed.push({ lines, cells })
      return null
    }
    // `write` reports errors through its callback; an 'error' event without a listener would end the process.
    const quote = this.#unclosedQuotes < UNCLOSED_QUOTES_MAX ? '"' : false
    return parse({ ...OPTIONS, delimiter: this.#delimiter, quote, on_record }).on('error', () => {})
  }
}

/** The lines with their line breaks. An expression would exceed the stack at a line of some million characters. */
function* linesOf(text: string): Generator<string> {
  for (let start = 0; start < text.length; ) {
    const end = text.indexOf('\n', start) + 1 || text.length
    yield text.slice(start, end)
    start = end
  }
}

function write(parser: Parser, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    parser.write(text, (error) => (error ? reject(error) : resolve()))
  })
}

function end(parser: Parser): Promise<void> {
  return new Promise((resolve, reject) => {
    parser.once('error', reject).once('end', resolve).resume().end()
  })
}

/** Picks the delimiter that splits the first line into the most parts. Returns the text unconsumed. */
async function detectDelimiter(
  text: AsyncGenerator<string>,
): Promise<{ delimiter: string; text: AsyncGenerator<string> }> {
  const { value: first = '' } = await text.next()
  const line = first.slice(0, RECORD_MAX_CHARS).split('\n', 1)[0] ?? ''
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

function lineBreaks(cells: readonly string[]): number {
  return cells.reduce((sum, cell) => sum + (cell.includes('\n') ? cell.split('\n').length - 1 : 0), 0)
}

function messageOf({ code }: CsvError): string {
  return code === 'CSV_QUOTE_NOT_CLOSED' || code === 'CSV_MAX_RECORD_SIZE' ? 'unclosed quote' : 'not a valid row'
}
