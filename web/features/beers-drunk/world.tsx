/** The map as an SVG: countries are shaded by the beers from there, and small ones have a dot. */
import { useMemo } from 'react'
import type { JournalSummary } from '#contracts'
import { type CountryPath, countryPaths, MAP_HEIGHT, MAP_WIDTH } from './country-shapes.ts'

type Counted = JournalSummary['countries'][number]

export interface WorldCountry extends CountryPath, Counted {}

/** All paths, and those of the counted countries, most beers first. */
export function useWorld(countries: readonly Counted[]) {
  return useMemo(() => worldOf(countries), [countries])
}

function worldOf(countries: readonly Counted[]) {
  const paths = countryPaths(new Set(countries.map(({ country }) => country)))
  const byCountry = new Map(paths.map((path) => [path.country, path]))
  const counted = countries.flatMap((one): WorldCountry[] => {
    const path = byCountry.get(one.country)
    return path ? [{ ...path, ...one }] : []
  })
  return { paths, counted }
}

/** From 0.35 for one beer to 1 for the most. */
export function shadeOf(beers: number, most: number): number {
  return most <= 1 ? 1 : 0.35 + 0.65 * (Math.log(beers) / Math.log(most))
}

export function WorldPaths({ paths }: { paths: readonly CountryPath[] }) {
  return <path d={paths.map(({ path }) => path).join('')} className="fill-raised stroke-line" strokeWidth={0.5} />
}

/** The countries keep clear of the upper and lower edge. */
const PICTURE_HEIGHT = 140

/** For the share card, as wide as it is. */
export function WorldPicture({ countries }: { countries: readonly Counted[] }) {
  const { paths, counted } = worldOf(countries)
  const most = Math.max(...counted.map(({ beers }) => beers))
  return (
    <svg viewBox={`0 ${(MAP_HEIGHT - PICTURE_HEIGHT) / 2} ${MAP_WIDTH} ${PICTURE_HEIGHT}`} aria-hidden="true">
      <WorldPaths paths={paths} />
      {counted.map(({ country, path, x, y, beers }) => (
        <g key={country} opacity={shadeOf(beers, most)}>
          <path d={path} className="fill-amber" />
          <circle cx={x} cy={y} r={2.4} className="fill-amber" />
        </g>
      ))}
    </svg>
  )
}
