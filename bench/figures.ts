/**
 * Figures of benchmarks. A table prints each row as it is measured; with `--record` it also writes the row into docs/reliability.md, with the day and
 * the machine, in place of the one with the same first cell. There a table is between `<!-- figures: NAME -->` and `<!-- end -->`.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { fileURLToPath } from 'node:url'

const DOCUMENT = fileURLToPath(new URL('../docs/reliability.md', import.meta.url))
/** The option of a benchmark whose figures are recorded, for `parseArgs`. */
export const RECORD = { record: { type: 'boolean', default: false } } as const

/** The cells of a row under the columns of its table, but the last, which says when and where it was measured. */
export type Row = readonly [key: string, ...figures: string[]]

export interface FigureTable {
  add(...row: Row): void
}

/** The name of the table in the document, and its columns without the last. */
export function figures(name: string, columns: Row, { record }: { record: boolean }): FigureTable {
  const loadAtStart = (loadavg()[0] ?? 0).toFixed(1)
  return {
    add(...row) {
      if (row.length !== columns.length) throw new Error(`${row.length} cells for ${columns.length} columns of ${name}`)
      console.log(row.map((cell, index) => (index === 0 ? cell : `${columns[index]} ${cell}`)).join(', '))
      if (!record) return
      const day = new Date().toISOString().slice(0, 10)
      const measured = `${day}, ${cpus().length} cores (${cpus()[0]?.model ?? 'unknown'}), load ${loadAtStart}`
      writeFileSync(DOCUMENT, withRow(readFileSync(DOCUMENT, 'utf8'), name, columns, [...row, measured]))
    },
  }
}

/** The document with a row of the named table replaced or added. @throws if it has no place for the table */
export function withRow(document: string, name: string, columns: readonly string[], row: readonly string[]): string {
  const [begin, end] = [`<!-- figures: ${name} -->\n`, '<!-- end -->']
  const from = document.indexOf(begin) + begin.length
  const to = document.indexOf(end, from)
  if (from < begin.length || to < 0) throw new Error(`No place for the figures of ${name}`)
  const lines = document.slice(from, to).trim().split('\n').slice(2)
  const start = lineOf(row.slice(0, 1))
  const index = lines.findIndex((line) => line.startsWith(start))
  lines.splice(index < 0 ? lines.length : index, index < 0 ? 0 : 1, lineOf(row))
  const head = [lineOf([...columns, 'measured']), `|${'---|'.repeat(columns.length + 1)}`]
  return `${document.slice(0, from)}${[...head, ...lines].join('\n')}\n${document.slice(to)}`
}

function lineOf(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`
}
