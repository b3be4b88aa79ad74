/** Canonical names of countries, states and towns, as the shipped catalogue spells them. They are edited in `data/places.yaml`. */
import { z } from 'zod'
import { LANGUAGE_CODES } from '#contracts'
import { foldToWords } from '../text/folded-words.ts'
import { foldText } from '../text/normalise.ts'
import { readDataFile } from '../words/data-file.ts'

const Names = z.array(z.string().min(1))

const PLACES = readDataFile(
  'places.yaml',
  z.strictObject({
    /** Other names of countries, by the canonical one. */
    countries: z.record(z.string(), Names),
    /** What comes from a country or a state in a search, and further names of it, by the canonical one. */
    adjectives: z.record(z.string(), Names),
    /** Endings of their other forms, by their own. */
    endings: z.record(z.string(), Names),
    /** Names of states by their codes, for countries whose states have canonical names. */
    states: z.record(z.string(), z.record(z.string().regex(/^[A-Z]{2,3}$/), z.string().min(1))),
    /** Codes of countries that lists print, other than the two letters of ISO 3166. */
    codes: z.array(z.string().regex(/^[A-Z]{3}$/)),
    /** Names of one town each. */
    towns: z.array(Names),
  }),
)

const countryBySpelling = new Map(
  Object.entries(PLACES.countries).flatMap(([country, spellings]) =>
    [country, ...spellings].map((spelling) => [foldText(spelling), country] as const),
  ),
)
const stateByCode = new Map(
  Object.entries(PLACES.states).flatMap(([country, states]) =>
    Object.entries(states).map(([code, state]) => [`${country} ${code}`, state] as const),
  ),
)
const COUNTRY_CODES: ReadonlySet<string> = new Set(PLACES.codes)
/** The key that all names of a town share. */
const townBySpelling = new Map(
  PLACES.towns.flatMap((names) => names.map((name) => [wordsOf(name), names.join('|')] as const)),
)
const englishNames = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })

let englishCountries: ReadonlyMap<string, string> | undefined
let codesByCountry: ReadonlyMap<string, string> | undefined
let languages: readonly Intl.DisplayNames[] | undefined
const searchedRegions = new Map<string, RegionWords>()

/** Returns the country as the shipped catalogue spells it; an unknown name is returned unchanged. */
export function canonicalCountry(text: string | null): string | null {
  return text === null ? null : (findCountry(text) ?? text)
}

/** Returns the country that a text names in English or a local language, otherwise null. */
export function findCountry(text: string): string | null {
  const spelled = foldText(text).trim()
  const plain = spelled.replace(/-/gu, ' ')
  return (
    countryBySpelling.get(spelled) ??
    countryBySpelling.get(plain) ??
    countriesInEnglish().get(spelled) ??
    countriesInEnglish().get(plain) ??
    null
  )
}

/** Looks up a two-letter ISO 3166 code. */
export function countryByCode(code: string): string | null {
  const name = /^[a-z]{2}$/iu.test(code) ? englishNames.of(code.toUpperCase()) : undefined
  return name === undefined || /^unknown|^pseudo/iu.test(name) ? null : (countryBySpelling.get(foldText(name)) ?? name)
}

/** Folded words of a search that mean a country or a state. */
interface RegionWords {
  /** Each of which means it: 'poland', 'polen', 'polish'. */
  whole: readonly string[]
  /** Longer names: 'new zealand'. */
  names: readonly string[]
  /** The words of these: 'new', 'zealand'. */
  parts: readonly string[]
}

/** Shorter words have other meanings with an ending: 'usas', 'use'. */
const INFLECTED_MIN_LENGTH = 4

/** Names of the country in the languages of the app, and what comes from the country or its state. */
export function wordsForRegion({ state, country }: Pick<Address, 'state' | 'country'>): RegionWords {
  const key = `${country}|${state}`
  const known = searchedRegions.get(key)
  if (known) return known
  const names = country === null ? [] : [country, ...translationsOf(country)]
  const adjectives = [country, state].flatMap((name) => (name === null ? [] : (PLACES.adjectives[name] ?? [])))
  const folded = [...new Set([...names, ...adjectives.flatMap(inflected)].map(foldToWords))]
  const longer = folded.filter((name) => name.includes(' '))
  const words = {
    whole: folded.filter((name) => !name.includes(' ')),
    names: longer,
    parts: [...new Set(longer.flatMap((name) => name.split(' ')))],
  }
  searchedRegions.set(key, words)
  return words
}

/** The adjective and its other forms: 'belga', 'belgas', 'belghe'. */
function inflected(adjective: string): string[] {
  const forms = Object.entries(PLACES.endings).flatMap(([ending, others]) =>
    adjective.endsWith(ending) ? others.map((other) => adjective.slice(0, -ending.length) + other) : [],
  )
  return adjective.length < INFLECTED_MIN_LENGTH ? [adjective] : [adjective, ...forms]
}

/** Its names in the languages of the app; none for a country that is unknown. */
function translationsOf(country: string): string[] {
  const code = codesOfCountries().get(country)
  languages ??= LANGUAGE_CODES.map((language) => new Intl.DisplayNames(language, { type: 'region' }))
  return code === undefined ? [] : languages.map((language) => language.of(code) ?? country)
}

function countriesInEnglish(): ReadonlyMap<string, string> {
  englishCountries ??= new Map([...codesOfCountries().keys()].map((country) => [foldText(country), country]))
  return englishCountries
}

/** Built at the first use: asking `Intl` for hundreds of names would delay every start. */
function codesOfCountries(): ReadonlyMap<string, string> {
  codesByCountry ??= new Map(
    englishCodes().flatMap((code) => {
      const country = countryByCode(code)
      return country === null ? [] : [[country, code] as const]
    }),
  )
  return codesByCountry
}

function englishCodes(): string[] {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  return letters.flatMap((first) => letters.map((second) => first + second))
}

/** Expands codes of states: 'MN' in the United States is Minnesota. Anything else is returned unchanged. */
export function canonicalState(text: string | null, country: string | null): string | null {
  return text === null ? null : (stateByCode.get(`${country} ${text.trim().toUpperCase()}`) ?? text)
}

/** True for the name of a country or a state, or their codes in capitals: 'Belgium', 'UK', 'BEL', 'Oregon', 'OR'. */
export function isRegion(text: string): boolean {
  const name = text.trim()
  const isCode = /^\p{Lu}{2,3}$/u.test(name)
  if (findCountry(name) !== null || (isCode && (countryByCode(name) !== null || COUNTRY_CODES.has(name)))) return true
  return Object.values(PLACES.states).some((states) =>
    isCode ? name in states : Object.values(states).some((state) => foldText(state) === foldText(name)),
  )
}

function isSameTown(a: string, b: string): boolean {
  const [first, second] = [townKey(a), townKey(b)]
  return first === second || first.startsWith(`${second} `) || second.startsWith(`${first} `)
}

export interface Address {
  city: string | null
  state: string | null
  country: string | null
}

/** True for two countries, and for two states of a country whose states have canonical names. False if unknown. */
export function isInOtherRegion(a: Address, b: Address): boolean {
  if (a.country !== null && b.country !== null && a.country !== b.country) return true
  const country = a.country ?? b.country
  if (country === null || !(country in PLACES.states) || a.state === null || b.state === null) return false
  return foldText(canonicalState(a.state, country) ?? '') !== foldText(canonicalState(b.state, country) ?? '')
}

/** True if both states are known and equal. Breweries of one name in one state are locations of one company. */
export function isInSameState(a: Address, b: Address): boolean {
  const country = a.country ?? b.country
  return country !== null && country in PLACES.states && a.state !== null && b.state !== null && !isInOtherRegion(a, b)
}

/** True if both towns are known and differ, whatever language they are written in. */
export function isInOtherTown(a: Address, b: Address): boolean {
  return a.city !== null && b.city !== null && !isSameTown(a.city, b.city)
}

/** True if the addresses are surely different places. Breweries of similar names in different places are different breweries. */
export function isInOtherPlace(a: Address, b: Address): boolean {
  return isInOtherRegion(a, b) || isInOtherTown(a, b)
}

/** All known names of a town, the given one among them: 'Munich' and 'münchen'. */
export function namesOfTown(town: string): string[] {
  return [town, ...(PLACES.towns.find((names) => names.includes(wordsOf(town))) ?? [])]
}

function townKey(text: string): string {
  const town = wordsOf(text)
  return townBySpelling.get(town) ?? town
}

function wordsOf(text: string): string {
  return foldText(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}
