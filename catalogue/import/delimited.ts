/**
 * Rows of a delimited file, by the names in its header. `csv-parse` splits them; this module finds the delimiter, numbers
 * the lines, and hands on what cannot be a row as a problem instead of ending the file.
 */
import { CsvError, type Options, type Parser, parse } from 'csv-parse'
import { foldText } from '../fold-text.ts'
import { textOf } from './decode-text.ts'
import type { ImportFile } from './imported.ts'

export type Row = { line: number; cells: Map<string, string> } | { line: number; broken: string }

const DELIMITERS = [',', ';', '\t', '|'] as const
const OPTIONS = {
  relax_column_count: true,
  relax_quotes: true,
  skip_empty_lines: true,
  /** A longer record has a quote that never closes. */
  max_record_size: 100_000,
} as const satisfies Options

/** Every row under its header; names of columns are folded, blanks and marks in them turned to `_`. */
export async function* rowsOf(file: ImportFile): AsyncGenerator<Row> {
  let header: string[] | undefined
  for await (const { line, cells } of recordsOf(file)) {
    if (typeof cells === 'string') yield { line, broken: cells }
    else if (!header) header = cells.map(columnName)
    else yield underHeader(header, cells, line)
  }
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

/** Cells of a record, or why there is none. */
interface Split {
  line: number
  cells: string[] | string
}

async function* recordsOf(file: ImportFile): AsyncGenerator<Split> {
  const { delimiter, text } = await withDelimiter(textOf(file))
  const splitter = new Splitter(delimiter)
  for await (const piece of text) yield* splitter.split(piece)
  yield* splitter.end()
}

/**
 * A quote that never closes would take the rest of the file along: the line where it opens is given up, and a fresh parser
 * goes on with the one after it.
 */
class Splitter {
  readonly #delimiter: string
  #parser: Parser
  /** What the parser has found and nobody was told yet; its lines count from where the parser began. */
  #found: { lines: number; cells: string[] }[] = []
  #beganAfter = 0
  #linesDone = 0
  /** Lines that no record came out of yet. */
  #pending: string[] = []

  constructor(delimiter: string) {
    this.#delimiter = delimiter
    this.#parser = this.#begin()
  }

  async *split(piece: string): AsyncGenerator<Split> {
    this.#pending.push(...(piece.match(/[^\n]*\n|[^\n]+$/gu) ?? []))
    if (yield* this.#told(written(this.#parser, piece))) yield* this.#goOn()
  }

  async *end(): AsyncGenerator<Split> {
    while (yield* this.#told(ended(this.#parser))) yield* this.#goOn()
  }

  /** With what is left behind the line that was given up. */
  async *#goOn(): AsyncGenerator<Split> {
    do {
      this.#beganAfter = this.#linesDone
      this.#parser = this.#begin()
    } while (yield* this.#told(written(this.#parser, this.#pending.join(''))))
  }

  /** Tells what the step found; true when it ended at a line that had to be given up. */
  async *#told(step: Promise<void>): AsyncGenerator<Split, boolean> {
    const error = await step.then(
      () => undefined,
      (thrown: unknown) => thrown,
    )
    const found = this.#found.splice(0)
    const done = this.#beganAfter + (found.at(-1)?.lines ?? this.#linesDone - this.#beganAfter)
    this.#pending.splice(0, done - this.#linesDone)
    this.#linesDone = done
    for (const { lines, cells } of found) yield { line: this.#beganAfter + lines - breaksIn(cells), cells }
    if (error === undefined) return false
    if (!(error instanceof CsvError)) throw error
    this.#pending.shift()
    this.#linesDone++
    yield { line: this.#linesDone, cells: reasonOf(error) }
    return true
  }

  #begin(): Parser {
    const on_record = (cells: string[], { lines }: { lines: number }) => {
      this.#found.push({ lines, cells })
      return null
    }
    // Whoever writes hears of errors; one that nobody listens for would end the process.
    return parse({ ...OPTIONS, delimiter: this.#delimiter, on_record }).on('error', () => {})
  }
}

function written(parser: Parser, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    parser.write(text, (error) => (error ? reject(error) : resolve()))
  })
}

function ended(parser: Parser): Promise<void> {
  return new Promise((resolve, reject) => {
    parser.once('error', reject).once('end', resolve).resume().end()
  })
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

function reasonOf({ code }: CsvError): string {
  return code === 'CSV_QUOTE_NOT_CLOSED' || code === 'CSV_MAX_RECORD_SIZE'
    ? 'a quote that is never closed'
    : 'not a row'
}
