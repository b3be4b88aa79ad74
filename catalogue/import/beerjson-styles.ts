/** Style guides in BeerJSON format. Only names and ranges are imported; the descriptions are copyrighted. */
import { slugOf } from '../text/normalise.ts'
import { parseNumber, parseText, rounded } from './fields.ts'
import { type ImportFile, type ImportItem, problem } from './imported.ts'
import { isRecord, parseJsonRecords } from './json-records.ts'

export async function* parseBeerJsonStyles(files: readonly ImportFile[]): AsyncGenerator<ImportItem> {
  for (const file of files) {
    const guide = slugOf(
      file.path
        .split('/')
        .at(-1)
        ?.replace(/\.json$/iu, '') ?? 'guide',
    )
    for await (const row of parseJsonRecords(file)) {
      const at = { file: file.path, line: row.line }
      if ('error' in row) {
        yield problem(at, row.error)
        continue
      }
      const full = parseText(row.record.name)
      if (full === null) {
        yield problem(at, 'no name')
        continue
      }
      // A sub-style: 'Specialty IPA: Black IPA'.
      const name = full.split(/:\s+/u).at(-1) ?? full
      const sourceId = `${guide}/${slugOf(`${parseText(row.record.style_id) ?? ''} ${full}`)}`
      const style = { sourceId, name, category: parseText(row.record.category), srm: midpoint(row.record.color) }
      yield { kind: 'style', at, style }
    }
  }
}

function midpoint(range: unknown): number | null {
  if (!isRecord(range)) return null
  const bounds = [range.minimum, range.maximum].map((bound) =>
    isRecord(bound) ? toSrm(parseNumber(bound.value), parseText(bound.unit)) : null,
  )
  const [low, high] = bounds
  return low == null || high == null ? null : rounded((low + high) / 2, 1)
}

function toSrm(value: number | null, unit: string | null): number | null {
  if (value === null) return null
  return unit?.toUpperCase() === 'EBC' ? value / 1.97 : value
}
