/** Parses an Untappd export into journal entries: a comment becomes the note, a venue the place. */
import { type ImportFile, parseUntappdCheckIns, UNTAPPD } from '#catalogue/import'
import { JOURNAL_NOTE_MAX_LENGTH, JOURNAL_PLACE_MAX_LENGTH } from '#contracts'
import type { ParsedRecord } from './records.ts'

export async function* parseUntappd(file: ImportFile): AsyncGenerator<ParsedRecord> {
  let line = 1
  // A problem with a field precedes its check-in, which is imported nevertheless.
  let pending: { line: number; problem: string } | undefined
  for await (const item of parseUntappdCheckIns(file)) {
    if (item.kind !== 'skipped') line = item.at.line
    if (pending && !(item.kind === 'check-in' && item.at.line === pending.line)) yield pending
    pending = undefined
    if (item.kind === 'skipped') yield { line, problem: item.reason }
    else if (item.kind === 'problem') pending = { line, problem: item.message }
    else if (item.hadAt === null) yield { line, problem: 'a check-in without a date' }
    else {
      const { name, brewery, style, abv, ibu } = item.beer
      yield {
        line,
        record: {
          kind: 'tried',
          beer: { id: null, name, brewery: brewery?.name ?? null, style, abv, ibu, listed: true, imported: item.beer },
          source: UNTAPPD,
          sourceId: item.sourceId,
          at: item.hadAt,
          rating: item.rating,
          ratesBeer: true,
          note: cutTo(JOURNAL_NOTE_MAX_LENGTH, item.comment),
          place: cutTo(JOURNAL_PLACE_MAX_LENGTH, item.venue),
          position: null,
        },
      }
    }
  }
  if (pending) yield pending
}

function cutTo(length: number, text: string | null): string | null {
  if (text === null || text.length <= length) return text
  // Half of a character that takes two places would be left alone.
  const cut = text.slice(0, length - 1).replace(/\p{Surrogate}$/u, '')
  return `${cut.trimEnd()}…`
}
