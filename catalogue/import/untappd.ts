/**
 * An Untappd export, CSV or JSON: one row for each check-in. What a person wrote or where they were is never taken; the
 * catalogue takes the beers, and a person's own import also when they had it and what they gave.
 */

import { beerNameIn } from './beer-names.ts'
import { rowsOf } from './delimited.ts'
import { drinkKindOf } from './drink-kind.ts'
import { abvIn, ibuIn, numberIn, saysAlcoholFree, textIn } from './fields.ts'
import {
  type ImportedBeer,
  type ImportFile,
  type ImportItem,
  NO_BEER_FACTS,
  NO_BREWERY_FACTS,
  type Place,
  skipped,
} from './imported.ts'
import { jsonRecordsOf } from './json-records.ts'
import { countryNamed, stateNamed } from './places.ts'

export const UNTAPPD = 'untappd'
const STARS_MAX = 5

export interface CheckIn {
  kind: 'check-in'
  at: Place
  /** Untappd's id of the check-in; null in exports that were cut by hand. */
  sourceId: string | null
  hadAt: Date | null
  /** What the person gave, 0-100; null when nothing. */
  rating: number | null
  beer: ImportedBeer
}

export type CheckInItem = CheckIn | Extract<ImportItem, { kind: 'skipped' | 'problem' }>

/** Every check-in of the export in the order of the file. */
export async function* readUntappdCheckIns(file: ImportFile): AsyncGenerator<CheckInItem> {
  for await (const row of fieldsOf(file)) {
    const at = { file: file.path, line: row.line }
    if ('broken' in row) yield { kind: 'problem', at, what: row.broken }
    else yield* checkIn(row.field, at)
  }
}

/** The beers of an export, each once. */
export async function* readUntappd(files: readonly ImportFile[]): AsyncGenerator<ImportItem> {
  const seen = new Set<string>()
  for (const file of files) {
    for await (const item of readUntappdCheckIns(file)) {
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
): AsyncGenerator<{ line: number; field: Field } | { line: number; broken: string }> {
  if (/\.json$/iu.test(file.path)) {
    for await (const row of jsonRecordsOf(file))
      yield 'broken' in row ? row : { line: row.line, field: (name) => row.record[name] }
  } else {
    for await (const row of rowsOf(file))
      yield 'broken' in row ? row : { line: row.line, field: (name) => row.cells.get(name) }
  }
}

function* checkIn(field: Field, at: Place): Generator<CheckInItem> {
  const named = beerNameIn(field('beer_name'))
  const brewery = textIn(field('brewery_name'))
  if (!named || !brewery) return yield { kind: 'problem', at, what: 'no beer or no brewery' }
  const style = textIn(field('beer_type'))
  const kind = drinkKindOf(style, named.name)
  if (kind === 'other')
    return yield { kind: 'skipped', why: `no beer, cider or mead (${style ?? named.name})`, count: 1 }
  const abv = abvIn(field('beer_abv'), saysAlcoholFree(named.name, style))
  if (abv === 'wrong') yield { kind: 'problem', at, what: `ABV ${textIn(field('beer_abv'))} left empty` }
  const hadAt = dateIn(field('created_at'))
  if (hadAt === null && textIn(field('created_at')) !== null)
    yield { kind: 'problem', at, what: `date ${textIn(field('created_at'))} left empty` }
  const country = countryNamed(textIn(field('brewery_country')))
  const breweryId = textIn(field('brewery_id'))
  yield {
    kind: 'check-in',
    at,
    sourceId: textIn(field('checkin_id')),
    hadAt,
    rating: outOfHundred(field('rating_score')),
    beer: {
      ...NO_BEER_FACTS,
      ...named,
      sourceId: textIn(field('bid')) ?? `${brewery}/${named.name}`,
      style,
      abv: abv === 'wrong' ? null : abv,
      ibu: ibuIn(field('beer_ibu')),
      kind,
      rating: worldRating(field),
      brewery: {
        ...NO_BREWERY_FACTS,
        sourceId: breweryId,
        name: brewery,
        city: textIn(field('brewery_city')),
        state: stateNamed(textIn(field('brewery_state')), country),
        country,
      },
    },
  }
}

/** Exports say no count; 0 stands for fewer than ten ratings. */
function worldRating(field: Field): ImportedBeer['rating'] {
  const mean = outOfHundred(field('global_weighted_rating_score')) ?? outOfHundred(field('global_rating_score'))
  return mean === null ? null : { mean, count: null }
}

function outOfHundred(value: unknown): number | null {
  const stars = numberIn(value)
  return stars !== null && stars > 0 && stars <= STARS_MAX ? Math.round((stars / STARS_MAX) * 10_000) / 100 : null
}

/** '2024-01-10 10:05:09' in UTC, or as a spreadsheet saves it again: '25/07/2014 22:23', the day first unless it cannot be. */
function dateIn(value: unknown): Date | null {
  const text = textIn(value)
  if (text === null) return null
  const time = '(?:[ T](\\d{1,2}):(\\d{2})(?::(\\d{2}))?(?:\\.\\d+)?Z?)?$'
  const iso = text.match(new RegExp(`^(\\d{4})-(\\d{1,2})-(\\d{1,2})${time}`, 'u'))
  if (iso) return utc(iso[1], iso[2], iso[3], iso.slice(4))
  const sheet = text.match(new RegExp(`^(\\d{1,2})[/.](\\d{1,2})[/.](\\d{4})${time}`, 'u'))
  if (!sheet) return null
  const [, first, second, year, ...clock] = sheet
  return Number(second) > 12 ? utc(year, first, second, clock) : utc(year, second, first, clock)
}

function utc(year?: string, month?: string, day?: string, clock: (string | undefined)[] = []): Date | null {
  const [hours, minutes, seconds] = clock.map((part) => Number(part ?? 0))
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day), hours, minutes, seconds))
  return date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day) ? date : null
}
