/**
 * The shipped catalogue as files for other programs: everything as JSON, tables as CSV, and the styles in BeerJSON, which describes
 * styles and recipes but no commercial beers. Figures are given as the data have them; `source` says which are unchecked.
 */
import { createHash } from 'node:crypto'
import type { StyleRow } from '../lexicon/lexicon.ts'
import type { Serving } from './data-format.ts'

type Entry = Readonly<Record<string, unknown>> & { key: string; name: string }

interface Dumped {
  breweries: readonly Entry[]
  beers: readonly (Entry & { breweryKey: string })[]
  styles: readonly StyleRow[]
  servings: readonly Serving[]
}

/** Changes when a reader of the files would have to. */
const FORMAT = 'beergoggles-catalogue-1'
const LICENCE = 'CC0-1.0'
const BEERJSON_VERSION = 2.01
/** Separates the values of a list in a cell. */
const LIST_SEPARATOR = ' | '

/** Returns the files by name. Equal data give equal files. */
export function dumpFiles({ breweries, beers, styles, servings }: Dumped, release: string): Map<string, string> {
  const servingOf = new Map(servings.map((serving) => [serving.style, serving]))
  const content = {
    breweries,
    beers,
    styles: styles.map((style) => ({ ...style, serving: withoutStyle(servingOf.get(style.name)) })),
  }
  const digest = createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 12)
  const about = { format: FORMAT, version: `${release}+${digest}`, licence: LICENCE }
  const breweryOf = new Map(breweries.map((brewery) => [brewery.key, brewery]))
  return new Map([
    ['catalogue.json', json({ ...about, ...content })],
    ['breweries.csv', csv(breweries)],
    ['beers.csv', csv(beers.map((beer) => ({ brewery: breweryOf.get(beer.breweryKey)?.name, ...beer })))],
    ['styles.csv', csv(styles.map((style) => styleCells(style, servingOf.get(style.name))))],
    ['styles.beerjson.json', json({ beerjson: { version: BEERJSON_VERSION, styles: styles.map(beerJsonStyle) } })],
  ])
}

function withoutStyle(serving: Serving | undefined): Omit<Serving, 'style'> | null {
  if (!serving) return null
  const { style: _, ...rest } = serving
  return rest
}

function styleCells({ abv, ibu, srmRange, srm: _, ...style }: StyleRow, serving: Serving | undefined) {
  return {
    ...style,
    abvFrom: abv?.[0] ?? null,
    abvTo: abv?.[1] ?? null,
    ibuFrom: ibu?.[0] ?? null,
    ibuTo: ibu?.[1] ?? null,
    srmFrom: srmRange?.[0] ?? null,
    srmTo: srmRange?.[1] ?? null,
    glass: serving?.glass ?? null,
    celsiusFrom: serving?.celsius[0] ?? null,
    celsiusTo: serving?.celsius[1] ?? null,
    pairings: serving?.pairings ?? [],
  }
}

/** Types that are no beer, by style. */
const OTHER_TYPES: Readonly<Record<string, string>> = {
  Cider: 'cider',
  'Alcohol-Free Cider': 'cider',
  Perry: 'cider',
  Mead: 'mead',
  Braggot: 'mead',
  'Hard Kombucha': 'kombucha',
  'Hard Seltzer': 'other',
}

function beerJsonStyle({ name, family, abv, ibu, srmRange, description }: StyleRow) {
  const range = (unit: string, bounds: StyleRow['abv']) =>
    bounds && { minimum: { unit, value: bounds[0] }, maximum: { unit, value: bounds[1] } }
  const optional = {
    alcohol_by_volume: range('%', abv),
    international_bitterness_units: range('IBUs', ibu),
    color: range('SRM', srmRange),
    flavor: description,
  }
  const known = Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== null))
  return { name, category: family, style_guide: 'BeerGoggles', type: OTHER_TYPES[name] ?? 'beer', ...known }
}

const json = (content: unknown) => `${JSON.stringify(content, null, 1)}\n`

/** With the columns of the first row. */
function csv(rows: readonly Readonly<Record<string, unknown>>[]): string {
  const columns = Object.keys(rows[0] ?? {})
  const lines = rows.map((row) => columns.map((column) => quoted(cellText(row[column]))).join(','))
  return `${[columns.join(','), ...lines].join('\r\n')}\r\n`
}

/** Unknown values are empty cells; a record is a list of its keys and values. */
function cellText(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.join(LIST_SEPARATOR)
  if (typeof value === 'object')
    return Object.entries(value)
      .map((entry) => entry.join(' '))
      .join(LIST_SEPARATOR)
  return String(value)
}

const quoted = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
