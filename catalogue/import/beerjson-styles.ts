/** Style guides in the BeerJSON form. Only names and ranges are read; the prose of the guides belongs to their authors. */
import { slugOf } from '../fold-text.ts'
import { numberIn, rounded, textIn } from './fields.ts'
import { type ImportFile, type ImportItem, problem } from './imported.ts'
import { isRecord, jsonRecordsOf } from './json-records.ts'

export async function* readBeerJsonStyles(files: readonly ImportFile[]): AsyncGenerator<ImportItem> {
  for (const file of files) {
    const guide = slugOf(
      file.path
        .split('/')
        .at(-1)
        ?.replace(/\.json$/iu, '') ?? 'guide',
    )
    for await (const row of jsonRecordsOf(file)) {
      const at = { file: file.path, line: row.line }
      if ('broken' in row) {
        yield problem(at, row.broken)
        continue
      }
      const full = textIn(row.record.name)
      if (full === null) {
        yield problem(at, 'a style without a name')
        continue
      }
      // A style within a style: 'Specialty IPA: Black IPA'.
      const name = full.split(/:\s+/u).at(-1) ?? full
      const sourceId = `${guide}/${slugOf(`${textIn(row.record.style_id) ?? ''} ${full}`)}`
      const style = { sourceId, name, category: textIn(row.record.category), srm: middleOf(row.record.color) }
      yield { kind: 'style', at, style }
    }
  }
}

function middleOf(range: unknown): number | null {
  if (!isRecord(range)) return null
  const bounds = [range.minimum, range.maximum].map((bound) =>
    isRecord(bound) ? inSrm(numberIn(bound.value), textIn(bound.unit)) : null,
  )
  const [low, high] = bounds
  return low == null || high == null ? null : rounded((low + high) / 2, 1)
}

function inSrm(value: number | null, unit: string | null): number | null {
  if (value === null) return null
  return unit?.toUpperCase() === 'EBC' ? value / 1.97 : value
}
