/**
 * An Untappd export, CSV or JSON: one row per check-in. The catalogue imports the beers alone; a user's own import also takes the
 * time, the rating, the comment and the venue of each check-in.
 */

import { canonicalCountry, canonicalState } from '../identity/places.ts'
import { parseBeerName } from './beer-names.ts'
import { parseDelimited } from './delimited.ts'
import { drinkKindOf } from './drink-kind.ts'
import { mentionsAlcoholFree, parseIbu, parseMultilineText, parseNumber, parseShortText, parseText } from './fields.ts'
import {
  type ImportedBeer,
  type ImportFile,
  type ImportItem,
  readAbv,
  type SourceLocation,
  skipped,
  UNKNOWN_BEER_FACTS,
  UNKNOWN_BREWERY_FACTS,
} from './imported.ts'
import { isJson, parseJsonRecords } from './json-records.ts'
import { styleOfUntappd } from './untappd-styles.ts'

export const UNTAPPD = 'untappd'
const STARS_MAX = 5
const TIME = String.raw`(?:[ T](\d{1,2}):(\d{2})(?::(\d{2}))?(?:\.\d+)?Z?)?$`
const ISO_DATE = new RegExp(String.raw`^(\d{4})-(\d{1,2})-(\d{1,2})${TIME}`, 'u')
const SPREADSHEET_DATE = new RegExp(String.raw`^(\d{1,2})[/.](\d{1,2})[/.](\d{4})${TIME}`, 'u')

export interface CheckIn {
  kind: 'check-in'
  at: SourceLocation
  /** Untappd's id of the check-in; null in manually edited exports. */
  sourceId: string | null
  hadAt: Date | null
  /** The user's rating, 0-100; null if not rated. */
  rating: number | null
  comment: string | null
  /** Its name. */
  venue: string | null
  beer: ImportedBeer
}

export type CheckInItem = CheckIn | Extract<ImportItem, { kind: 'skipped' | 'problem' }>

/** Yields every check-in of the export in file order. */
export async function* parseUntappdCheckIns(file: ImportFile): AsyncGenerator<CheckInItem> {
  for await (const row of fieldsOf(file)) {
    const at = { file: file.path, line: row.line }
    if ('error' in row) yield { kind: 'problem', at, message: row.error }
    else yield* parseCheckIn(row.field, at)
  }
}

/** Yields every beer of the export once. */
export async function* parseUntappd(files: readonly ImportFile[]): AsyncGenerator<ImportItem> {
  const seen = new Set<string>()
  for (const file of files) {
    for await (const item of parseUntappdCheckIns(file)) {
      if (item.kind !== 'check-in') yield item
      else if (seen.has(item.beer.sourceId)) yield skipped('another check-in of the same beer')
      else {
        seen.add(item.beer.sourceId)
        yield { kind: 'beer', at: item.at, beer: item.beer }
      }
    }
  }
}

type Field = (name: string) => unknown

async function* fieldsOf(
  file: ImportFile,
): AsyncGenerator<{ line: number; field: Field } | { line: number; error: string }> {
  if (isJson(file)) {
    for await (const row of parseJsonRecords(file))
      yield 'error' in row ? row : { line: row.line, field: (name) => row.record[name] }
  } else {
    for await (const row of parseDelimited(file))
      yield 'error' in row ? row : { line: row.line, field: (name) => row.cells.get(name) }
  }
}

function* parseCheckIn(field: Field, at: SourceLocation): Generator<CheckInItem> {
  const named = parseBeerName(field('beer_name'))
  const brewery = parseShortText(field('brewery_name'))
  if (!named || !brewery) return yield { kind: 'problem', at, message: 'no beer or no brewery' }
  const style = parseShortText(field('beer_type'))
  const knownStyle = style === null ? undefined : styleOfUntappd(style)
  const kind = drinkKindOf(style, named.name)
  // The catalogue lists some drinks that are none of the three: hard seltzers, ginger beers.
  if (kind === 'other' && knownStyle === undefined)
    return yield { kind: 'skipped', reason: `not a beer, cider or mead (${style ?? named.name})`, count: 1 }
  const abv = yield* readAbv(at, field('beer_abv'), mentionsAlcoholFree(named.name, style))
  const hadAt = parseDate(field('created_at'))
  if (hadAt === null && parseText(field('created_at')) !== null)
    yield { kind: 'problem', at, message: `invalid date ${parseShortText(field('created_at'))} ignored` }
  const country = canonicalCountry(parseShortText(field('brewery_country')))
  const breweryId = parseShortText(field('brewery_id'))
  yield {
    kind: 'check-in',
    at,
    sourceId: parseShortText(field('checkin_id')),
    hadAt,
    rating: percentOfStars(field('rating_score')),
    comment: parseMultilineText(field('comment')),
    venue: parseShortText(field('venue_name')),
    beer: {
      ...UNKNOWN_BEER_FACTS,
      ...named,
      sourceId: parseShortText(field('bid')) ?? `${brewery}/${named.name}`,
      style: knownStyle ?? style,
      abv,
      ibu: parseIbu(field('beer_ibu')),
      kind: kind === 'other' ? 'beer' : kind,
      rating: globalRating(field),
      brewery: {
        ...UNKNOWN_BREWERY_FACTS,
        sourceId: breweryId,
        name: brewery,
        city: parseShortText(field('brewery_city')),
        state: canonicalState(parseShortText(field('brewery_state')), country),
        country,
      },
    },
  }
}

/** Exports contain no number of ratings; a mean of 0 means fewer than ten. */
function globalRating(field: Field): ImportedBeer['rating'] {
  const mean = percentOfStars(field('global_weighted_rating_score')) ?? percentOfStars(field('global_rating_score'))
  return mean === null ? null : { mean, count: null }
}

function percentOfStars(value: unknown): number | null {
  const stars = parseNumber(value)
  return stars !== null && stars > 0 && stars <= STARS_MAX ? Math.round((stars / STARS_MAX) * 10_000) / 100 : null
}

/** Parses '2024-01-10 10:05:09' (UTC), or '25/07/2014 22:23' as saved by spreadsheets: day first unless that is impossible. */
function parseDate(value: unknown): Date | null {
  const text = parseText(value)
  if (text === null) return null
  const iso = text.match(ISO_DATE)
  if (iso) return utc(iso[1], iso[2], iso[3], iso.slice(4))
  const sheet = text.match(SPREADSHEET_DATE)
  if (!sheet) return null
  const [, first, second, year, ...clock] = sheet
  return Number(second) > 12 ? utc(year, first, second, clock) : utc(year, second, first, clock)
}

function utc(year?: string, month?: string, day?: string, clock: (string | undefined)[] = []): Date | null {
  const [hours, minutes, seconds] = clock.map((part) => Number(part ?? 0))
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day), hours, minutes, seconds))
  return date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day) ? date : null
}
