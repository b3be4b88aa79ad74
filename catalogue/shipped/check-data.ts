/**
 * Validates the shipped data beyond its schema. `tsx catalogue/shipped/check-data.ts` prints the problems and fails when one of
 * them is an error; a warning is an unusual value that may be correct.
 */
import { pathToFileURL } from 'node:url'
import type { Lexicons, StyleRow } from '../lexicon/lexicon.ts'
import { foldText, slugOf } from '../text/normalise.ts'
import { WORDS, type WordLists } from '../words/word-lists.ts'
import { checkDescription, checkDescriptions } from './check-descriptions.ts'
import type { BeerEntry, BreweryEntry, CountryFile, Serving } from './data-format.ts'
import { keyOfBeer, keyOfBrewery } from './keys.ts'
import { checkKeys, readKnownKeys } from './known-keys.ts'
import type { Problem, Report } from './problem.ts'
import { loadShipped, readCountries } from './shipped.ts'

export interface CheckedData extends Lexicons {
  servings: readonly Serving[]
  words: WordLists
  /** Parsed country files by file name. */
  countries: ReadonlyMap<string, CountryFile>
}

/** Minimum numbers of entries and minimum shares of present fields (0-1). */
export const FLOORS = {
  beers: 3_500,
  breweries: 800,
  countries: 70,
  styles: 180,
  moreBreweryNames: 600,
  abv: 0.9,
  city: 0.85,
  founded: 0.5,
  /** Beers with a description. */
  described: 1_000,
} as const
export type Floors = { [name in keyof typeof FLOORS]: number }

const byName = new Intl.Collator('en', { sensitivity: 'base' })

/** Returns all problems in the order of the files. */
export function checkData(data: CheckedData, floors: Partial<Floors> = FLOORS): Problem[] {
  const problems: Problem[] = []
  const report = (level: Problem['level'], where: string, message: string) => problems.push({ level, where, message })
  checkStyles(data.styles, report)
  const styles = new Map(data.styles.map((style) => [style.name, style]))
  const names: NamesByCountry = new Map()
  const keys = new Set<string>()
  const listed = new Map<string, string>()
  for (const [file, country] of data.countries)
    checkCountry(file, country, { styles, names, keys, beers: listed, report })
  checkDescriptions(data.countries, report)
  checkServings(data, report)
  checkLexicon(data.lexicon, report)
  checkWords(data.words, report)
  const reached = fillOf(data)
  for (const [name, floor] of Object.entries(floors)) {
    const value = reached[name as keyof Floors]
    if (value < floor) report('error', 'beers/', `${name}: ${value} is below the minimum of ${floor}`)
  }
  return problems
}

/** Counts entries and the shares of present fields, by the names of `FLOORS`. */
export function fillOf({ countries, styles, lexicon }: Omit<CheckedData, 'words' | 'servings'>): Floors {
  const breweries = [...countries.values()].flatMap((country) => country.breweries)
  const beers = breweries.flatMap((brewery) => brewery.beers)
  return {
    beers: beers.length,
    breweries: breweries.length,
    countries: new Set([...countries.values()].map(({ country }) => country)).size,
    styles: styles.length,
    moreBreweryNames: lexicon.breweries.length,
    abv: shareOf(beers, ({ abv }) => abv !== undefined),
    city: shareOf(breweries, ({ city }) => city !== undefined),
    founded: shareOf(breweries, ({ founded }) => founded !== undefined),
    described: beers.filter(({ description }) => description !== undefined).length,
  }
}

function shareOf<T>(entries: readonly T[], isFilled: (entry: T) => boolean): number {
  return entries.length === 0 ? 1 : Number((entries.filter(isFilled).length / entries.length).toFixed(3))
}

/** The entry of each folded name and alias. */
type Names = Map<string, { where: string; isAlias: boolean }>
type NamesByCountry = Map<string, Names>

interface Findings {
  styles: ReadonlyMap<string, StyleRow>
  names: NamesByCountry
  /** Keys of all breweries and beers so far. */
  keys: Set<string>
  /** The entry of each beer by the slugs of brewery and beer, across countries. */
  beers: Map<string, string>
  report: Report
}

function checkCountry(file: string, { country, breweries }: CountryFile, findings: Findings): void {
  const { report, names } = findings
  checkName(country, file, report)
  if (!file.startsWith(slugOf(country)))
    report(
      'error',
      file,
      `the file of ${country} must be named ${slugOf(country)}.yaml, or lie in the folder ${slugOf(country)}`,
    )
  const taken: Names = names.get(country) ?? new Map()
  names.set(country, taken)
  for (const [index, brewery] of breweries.entries()) {
    const where = `${file} > ${brewery.name}`
    const previous = breweries[index - 1]
    if (previous && byName.compare(previous.name, brewery.name) > 0)
      report('error', where, `must come before ${previous.name}; breweries are sorted by name`)
    const key = keyOfBrewery(country, brewery)
    claimKey(key, where, findings)
    claimNames(brewery, where, taken, report, 'warning') // one owner may be an alias of several breweries
    checkBrewery(brewery, where, report)
    const beerNames: Names = new Map()
    for (const beer of brewery.beers) {
      const at = `${where} > ${beer.name}`
      claimKey(keyOfBeer(key, beer), at, findings)
      claimNames(beer, at, beerNames, report)
      const beerSlug = `${slugOf(brewery.name)}/${slugOf(beer.name)}`
      const duplicate = findings.beers.get(beerSlug)
      if (duplicate !== undefined) report('error', at, `is also listed as ${duplicate}`)
      findings.beers.set(beerSlug, at)
      checkBeer(beer, at, findings)
      checkLife(beer, brewery, at, report)
    }
  }
}

function checkBrewery(brewery: BreweryEntry, where: string, report: Report): void {
  for (const place of [brewery.city, brewery.state]) if (place !== undefined) checkName(place, where, report)
  if (brewery.website !== undefined && !brewery.website.startsWith('https://'))
    report('error', where, `the website ${brewery.website} must start with https://`)
  checkYears([brewery.founded, brewery.closed], where, report)
  if (brewery.storeBrand)
    for (const [field, value] of Object.entries(factsOfBreweries(brewery)))
      if (value !== undefined)
        report('error', where, `is a store's brand, which has no ${field}: others brew its beers`)
  const isOver = ({ status }: BeerEntry) => status === 'retired' || status === 'one-off'
  if (brewery.closed === undefined && brewery.beers.length > 0 && brewery.beers.every(isOver))
    report('warning', where, 'has no beer that is still brewed: if it closed, in which year?')
  if (brewery.beers.length === 0) report('error', where, 'has no beers; list breweries without beers in breweries.yaml')
}

/** What would be said of a brewery alone. */
const factsOfBreweries = ({ city, state, founded, closed }: BreweryEntry) => ({ city, state, founded, closed })

function checkBeer(beer: BeerEntry, where: string, { styles, report }: Findings): void {
  if (beer.description !== undefined) checkDescription(beer.description, where, report)
  const style = styles.get(beer.style)
  if (!style) {
    report('error', where, `the style ${beer.style} is not in styles.yaml`)
    return
  }
  if (style.abv) {
    const [low, high] = style.abv
    const [lowest, highest] = [low * 0.4 - 0.5, high * 2 + 2]
    for (const [strength, abv] of strengthsOf(beer)) {
      const message = `${strength} for the style ${style.name}, usually ${low} to ${high} %`
      if (abv < lowest || abv > highest) report('error', where, message)
      else if (abv < low - 1 || abv > high + 1.5) report('warning', where, message)
    }
  }
  if (beer.ibu !== undefined && style.ibu && (beer.ibu > style.ibu[1] * 1.6 + 8 || beer.ibu < style.ibu[0] * 0.4 - 4))
    report('warning', where, `${beer.ibu} IBU for the style ${style.name}, usually ${style.ibu[0]} to ${style.ibu[1]}`)
}

/** In words and as numbers: '5 %', '3.4 % in GB'. */
function strengthsOf({ abv }: BeerEntry): [string, number][] {
  if (abv === undefined) return []
  if (typeof abv === 'number') return [[`${abv} %`, abv]]
  return Object.entries(abv).map(([market, percent]) => [
    market === 'default' ? `${percent} %` : `${percent} % in ${market}`,
    percent,
  ])
}

/** Whether status, years and sources contradict each other. */
function checkLife(beer: BeerEntry, brewery: BreweryEntry, where: string, report: Report): void {
  const { status = 'current', introduced, retired, source = 'memory', checked, abv } = beer
  if (brewery.closed !== undefined && (status === 'current' || status === 'seasonal'))
    report('error', where, `is ${status}, but the brewery closed in ${brewery.closed}`)
  if (retired !== undefined && (status === 'current' || status === 'seasonal'))
    report('error', where, `is ${status}, but was retired in ${retired}`)
  checkYears([introduced, retired], where, report)
  if ((source === 'memory') !== (checked === undefined))
    report('warning', where, 'has a source but no month of the check, or the reverse')
  if (typeof abv === 'object')
    for (const market of Object.keys(abv))
      if (market !== 'default' && !isCountryCode(market))
        report('error', where, `${market} is no ISO 3166 country code`)
}

function checkYears([first, last]: [number | undefined, number | undefined], where: string, report: Report): void {
  if (first !== undefined && last !== undefined && first > last)
    report('error', where, `ends in ${last}, before it begins in ${first}`)
}

const REGIONS = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
const isCountryCode = (code: string) => /^[A-Z]{2}$/.test(code) && REGIONS.of(code) !== undefined

function checkServings({ styles, servings }: Pick<CheckedData, 'styles' | 'servings'>, report: Report): void {
  const served = new Set(servings.map(({ style }) => style))
  const names = new Set(styles.map(({ name }) => name))
  for (const { style, celsius } of servings) {
    if (!names.has(style)) report('error', `serving.yaml > ${style}`, 'is not in styles.yaml')
    if (celsius[0] > celsius[1]) report('error', `serving.yaml > ${style}`, 'the temperatures are reversed')
  }
  if (served.size < servings.length) report('error', 'serving.yaml', 'lists a style twice')
  for (const name of names) if (!served.has(name)) report('error', 'serving.yaml', `lacks the style ${name}`)
}

function checkStyles(styles: readonly StyleRow[], report: Report): void {
  const taken: Names = new Map()
  for (const style of styles) {
    const where = `styles.yaml > ${style.name}`
    claimNames(style, where, taken, report)
    for (const bounds of [style.abv, style.ibu, style.srmRange])
      if (bounds && bounds[0] > bounds[1]) report('error', where, `the range ${bounds.join(' to ')} is reversed`)
  }
}

function checkLexicon({ breweries, otherDrinks }: Lexicons['lexicon'], report: Report): void {
  const drinks: Names = new Map()
  for (const drink of otherDrinks) claimNames(drink, `other-drinks.yaml > ${drink.name}`, drinks, report)
  const taken: NamesByCountry = new Map()
  for (const brewery of breweries) {
    const inCountry: Names = taken.get(brewery.country ?? '') ?? new Map()
    taken.set(brewery.country ?? '', inCountry)
    claimNames(brewery, `breweries.yaml > ${brewery.name}`, inCountry, report)
  }
}

function checkWords({ generic }: WordLists, report: Report): void {
  for (const word of Object.values(generic).flat()) {
    checkName(word, `words.yaml > ${word}`, report)
    if (/[^\p{L}\p{N}]/u.test(foldText(word))) report('error', `words.yaml > ${word}`, 'is not a single word')
  }
}

function claimKey(key: string, where: string, { keys, report }: Findings): void {
  if (keys.has(key)) report('error', where, `has the same key as another entry: ${key}`)
  if (/^-?$|\/$|\/\//.test(key)) report('error', where, `produces an invalid key: ${key}`)
  keys.add(key)
}

interface Named {
  name: string
  aliases: string[]
}

/** Records the names of one entry and reports duplicates. `shared` is the level for an alias that two entries share. */
function claimNames(
  entry: Named,
  where: string,
  taken: Names,
  report: Report,
  shared: Problem['level'] = 'error',
): void {
  for (const name of [entry.name, ...entry.aliases]) {
    checkName(name, where, report)
    const isAlias = name !== entry.name
    const folded = foldText(name)
      .replace(/[^\p{L}\p{N}.,%]+/gu, ' ')
      .trim()
    const holder = taken.get(folded)
    if (holder?.where === where) report('warning', where, `the alias ${name} is redundant`)
    else if (holder) report(isAlias && holder.isAlias ? shared : 'error', where, `${name} also names ${holder.where}`)
    else taken.set(folded, { where, isAlias })
  }
}

function checkName(name: string, where: string, report: Report): void {
  if (name !== name.trim() || /\s{2}|[\t\n\r]/u.test(name)) report('error', where, `"${name}" has stray spaces`)
  if (name !== name.normalize('NFC')) report('error', where, `"${name}" is not in Unicode normal form C`)
  if (/[\p{Cc}\p{Cf}\p{Co}\ufffd]|Ã.|â€/u.test(name)) report('error', where, `"${name}" contains invalid characters`)
  if (!/[\p{L}\p{N}]/u.test(name)) report('error', where, `"${name}" has no letter and no digit`)
}

function main(): void {
  const { styles, lexicon, servings } = loadShipped()
  const countries = readCountries()
  const problems = checkData({ countries, styles, servings, lexicon, words: WORDS })
  checkKeys(countries, readKnownKeys(), (level, where, message) => problems.push({ level, where, message }))
  for (const { level, where, message } of problems) console.log(`${level}: ${where}: ${message}`)
  const errors = problems.filter(({ level }) => level === 'error').length
  const fill = fillOf({ countries, styles, lexicon })
  console.log(
    `catalogue data: ${fill.beers} beers (${percent(fill.abv)} with ABV, ${fill.described} described), ` +
      `${fill.breweries} breweries (${percent(fill.city)} with a city, ${percent(fill.founded)} with a year), ` +
      `${fill.countries} countries, ${fill.styles} styles, ${fill.moreBreweryNames} more brewery names; ` +
      `${errors} errors, ${problems.length - errors} warnings`,
  )
  if (errors > 0) process.exitCode = 1
}

const percent = (share: number) => `${(share * 100).toFixed(1)} %`

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) main()
