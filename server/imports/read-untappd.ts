/** An Untappd export as records of ours: check-ins, each with what the person gave. */
import { type ImportFile, readUntappdCheckIns, UNTAPPD } from '#catalogue'
import type { ReadRecord } from './records.ts'

export async function* readUntappd(file: ImportFile): AsyncGenerator<ReadRecord> {
  let line = 1
  // A field that was left empty is told before its check-in, and is no reason to leave that out.
  let held: { line: number; unread: string } | undefined
  for await (const item of readUntappdCheckIns(file)) {
    if (item.kind !== 'skipped') line = item.at.line
    if (held && !(item.kind === 'check-in' && item.at.line === held.line)) yield held
    held = undefined
    if (item.kind === 'skipped') yield { line, unread: item.why }
    else if (item.kind === 'problem') held = { line, unread: item.what }
    else if (item.hadAt === null) yield { line, unread: 'a check-in without a date' }
    else {
      const { name, brewery, style, abv, ibu } = item.beer
      yield {
        line,
        record: {
          kind: 'check-in',
          beer: { id: null, name, brewery: brewery?.name ?? null, style, abv, ibu, listed: true, told: item.beer },
          source: UNTAPPD,
          sourceId: item.sourceId,
          at: item.hadAt,
          rating: item.rating,
        },
      }
    }
  }
  if (held) yield held
}
