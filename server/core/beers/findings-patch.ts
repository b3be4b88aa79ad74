/**
 * Makes changes of the data files from what users have found out. Where they disagree, most of them win; what no line of a file can
 * say, such as another brewery, a remark says.
 */
import { slugOf } from '#catalogue'
import { type BeerFields, type DataChange, idWithin, type Shipped } from '#catalogue/shipped'
import type { UserFindings } from './user-findings.ts'

type About = UserFindings['corrections'][number]
type Suggested = About['suggested'][number]
type ShippedBeer = Shipped['beers'][number]

/** Figures that so many people read alike count as read on the label. */
const AGREED = 2

export interface FindingsPatch {
  changes: DataChange[]
  remarks: string[]
}

/** `month`: of the patch, '2026-11'. */
export function changesOf({ corrections, unlisted }: UserFindings, shipped: Shipped, month: string): FindingsPatch {
  const beers = new Map(shipped.beers.map((beer) => [beer.key, beer]))
  const styles = new Map(shipped.styles.map(({ name }) => [slugOf(name), name]))
  const breweries = breweriesByName(shipped)
  const named = new Set(
    shipped.beers.flatMap(({ breweryKey, name, aliases }) =>
      [name, ...aliases].map((each) => `${breweryKey}/${slugOf(each)}`),
    ),
  )
  const [changes, remarks]: [DataChange[], string[]] = [[], []]
  for (const about of corrections) {
    const beer = about.key === null ? undefined : beers.get(about.key)
    if (!beer) {
      remarks.push(...[`${about.beer} is not in the data files`, ...notesOn(about)])
      continue
    }
    const { set, why } = changeOf(beer, about.suggested, styles, month)
    const said = [...why.map((line) => `${beer.key}: ${line}`), ...notesOn(about)]
    if (Object.keys(set).length === 0) remarks.push(...said)
    else changes.push({ kind: 'beer', key: beer.key, set, why: said })
  }
  for (const { name, brewery, style, abv, ibu, users } of unlisted) {
    const breweryKey = breweries.get(slugOf(brewery))
    const known = style === null ? undefined : styles.get(slugOf(style))
    const found = `${brewery}: ${name}, found by ${users} people`
    // Of another strength, or it would have joined the beer.
    if (named.has(`${breweryKey}/${slugOf(name)}`))
      remarks.push(`${found}; the data files have a beer of this name${abv === null ? '' : `, but not of ${abv} %`}`)
    else if (breweryKey && known) {
      const fields = { name, style: known, abv: abv ?? undefined, ibu: ibu ?? undefined }
      changes.push({ kind: 'new beer', breweryKey, fields: withoutUndefined(fields), why: [found] })
    } else remarks.push(`${found}; ${breweryKey ? 'its style is unknown' : 'its brewery is not in the data files'}`)
  }
  return { changes, remarks }
}

function changeOf(
  beer: ShippedBeer,
  suggested: readonly Suggested[],
  styles: ReadonlyMap<string, string>,
  month: string,
): { set: BeerFields; why: string[] } {
  const set: BeerFields = {}
  const why: string[] = []
  const say = (field: string, from: unknown, { value, people }: Vote<unknown>) =>
    why.push(`${field} ${from ?? 'unknown'} -> ${value} (${people} of ${suggested.length})`)

  const name = mostSuggested(suggested, 'name')
  if (name && name.value !== beer.name) {
    say('name', beer.name, name)
    set.name = name.value
    set.id = idWithin(beer.breweryKey, beer.key)
  }
  const style = mostSuggested(suggested, 'style')
  const known = style && styles.get(slugOf(style.value))
  if (style && !known) why.push(`style ${style.value} is not in styles.yaml (${style.people} of ${suggested.length})`)
  else if (style && known !== beer.style) {
    say('style', beer.style, style)
    set.style = known
  }
  const changed: Vote<number>[] = []
  for (const field of ['abv', 'ibu'] as const) {
    const figure = mostSuggested(suggested, field)
    if (!figure || figure.value === beer[field]) continue
    say(field, beer[field], figure)
    set[field] = figure.value
    changed.push(figure)
  }
  if (changed.length > 0) {
    // The mark is of the beer: it would vouch for each of its figures.
    const isAgreed = changed.every(({ people }) => people >= AGREED)
    set.source = isAgreed ? 'label' : undefined
    set.checked = isAgreed ? month : undefined
  }
  const retired = suggested.filter(({ isRetired }) => isRetired).length
  if (retired > 0 && beer.status !== 'retired') {
    say('status', beer.status, { value: 'retired', people: retired })
    set.status = 'retired'
  }
  const brewery = mostSuggested(suggested, 'brewery')
  if (brewery) why.push(`brewery ${brewery.value} (${brewery.people} of ${suggested.length}); move the entry by hand`)
  return { set, why }
}

interface Vote<T> {
  value: T
  people: number
}

/** The value that most people suggest, and of equals the oldest; undefined if nobody suggests one. */
function mostSuggested<F extends 'name' | 'style' | 'brewery' | 'abv' | 'ibu'>(
  suggested: readonly Suggested[],
  field: F,
): Vote<NonNullable<Suggested[F]>> | undefined {
  const people = new Map<NonNullable<Suggested[F]>, number>()
  for (const { [field]: value } of suggested) if (value != null) people.set(value, (people.get(value) ?? 0) + 1)
  const [most] = [...people].sort(([, a], [, b]) => b - a)
  return most && { value: most[0], people: most[1] }
}

function notesOn({ beer, suggested }: About): string[] {
  return suggested.flatMap(({ note }) => (note === null ? [] : [`  note on ${beer}: ${note}`]))
}

/** Keys by the slugs of names and aliases, without those that several breweries share. */
function breweriesByName({ breweries }: Shipped): Map<string, string> {
  const keys = new Map<string, Set<string>>()
  for (const { key, name, aliases } of breweries)
    for (const slug of [name, ...aliases].map(slugOf)) keys.set(slug, (keys.get(slug) ?? new Set()).add(key))
  return new Map([...keys].flatMap(([slug, [key, ...others]]) => (key && others.length === 0 ? [[slug, key]] : [])))
}

function withoutUndefined(fields: BeerFields): BeerFields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}
