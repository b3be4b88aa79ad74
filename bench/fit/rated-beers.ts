/** Joins a file of mean ratings with the catalogue: columns brewery, name, style, abv, mean_of_100 and raters. */
import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import { openCatalogue } from '#catalogue'
import { openBreweryRegister, openDuplicateIndex } from '#catalogue/identity'
import { styleKey } from '#catalogue/import'
import type { RatedFacts } from '#catalogue/ratings'
import type { Shipped } from '#catalogue/shipped'

export interface RatedBeer extends RatedFacts {
  style: string
  family: string
  /** The key of its brewery, or the printed name of one that the catalogue lacks. */
  brewery: string
  /** The shipped beer, null when the catalogue lacks it. */
  key: string | null
  /** 0-100. */
  rating: number
}

/** Styles of the file that the lexicon would take for another one. */
const STYLES: Readonly<Record<string, string>> = {
  'Stout - American Imperial / Double': 'Imperial Stout',
  'Blonde Ale': 'Golden Ale',
  'Lager - Euro Dark': 'Dark Lager',
}

interface Row {
  brewery: string
  name: string
  style: string
  abv: string
  mean_of_100: string
  raters: string
}

/** Several rows of one shipped beer count once, with the most raters. Rows of an unknown style are left out. */
export function readRatedBeers(file: string, shipped: Shipped): RatedBeer[] {
  const rows: Row[] = parse(readFileSync(file), { columns: true })
  const find = shippedFinder(shipped)
  const mostRated = [...rows].sort((a, b) => Number(b.raters) - Number(a.raters))
  const seen = new Set<string>()
  return mostRated.flatMap((row) => {
    const { beer, brewery, style } = find(row)
    if (!style || (beer && seen.has(beer.key))) return []
    if (beer) seen.add(beer.key)
    return {
      style: style.name,
      family: style.family,
      abv: beer?.abv ?? (Number(row.abv) || null),
      typicalAbv: style.abv && (style.abv[0] + style.abv[1]) / 2,
      breweryStanding: brewery?.standing ?? null,
      beerStanding: beer?.standing ?? null,
      brewery: brewery?.key ?? row.brewery,
      key: beer?.key ?? null,
      rating: Number(row.mean_of_100),
    }
  })
}

function shippedFinder(shipped: Shipped) {
  const breweries = new Map(shipped.breweries.map((brewery) => [brewery.key, brewery]))
  const styles = new Map(shipped.styles.map((style) => [style.name, style]))
  const beers = openDuplicateIndex<Shipped['beers'][number]>(shipped)
  for (const beer of shipped.beers)
    beers.add(beer, { ...beer, abv: null, brewery: breweries.get(beer.breweryKey) ?? null })
  const register = openBreweryRegister<Shipped['breweries'][number]>()
  for (const brewery of shipped.breweries) register.add(brewery)
  const spellings = new Map(
    shipped.styles.flatMap(({ name, aliases }) => [name, ...aliases].map((each) => [styleKey(each), name])),
  )
  const { styleIn } = openCatalogue({ version: 0, breweries: [], beers: [] }, shipped)
  const nowhere = { city: null, state: null, country: null, otherNames: [], distinctByTown: false }

  return (row: Row) => {
    const described = { name: row.name, aliases: [], abv: null, style: row.style }
    const beer = beers.find({ ...described, brewery: { name: row.brewery, aliases: [] } })?.key
    const brewery = beer ? breweries.get(beer.breweryKey) : register.find({ name: row.brewery, ...nowhere })
    const spelled = STYLES[row.style] ?? spellings.get(styleKey(row.style)) ?? styleIn(row.style)?.style
    return { beer, brewery, style: styles.get(beer?.style ?? spelled ?? '') }
  }
}
