/** The countries of the world as paths, framed so that the countries of interest are as large as they can be. */
import { geoArea, geoCentroid, geoNaturalEarth1, geoPath } from 'd3-geo'
import { feature } from 'topojson-client'
import atlas from 'world-atlas/countries-110m.json'
import catalogueNames from './catalogue-names.json'

export const MAP_WIDTH = 360
export const MAP_HEIGHT = 210
/** Around the outermost countries, as a share of the width. */
const PADDING = 0.12
/** So that a single country keeps its neighbours. */
const ZOOM_MAX = 5

/** Of the countries that the atlas names differently. */
const CATALOGUE_NAMES: Readonly<Record<string, string>> = catalogueNames

const FEATURES = feature(atlas, atlas.objects.countries).features
type Geometry = (typeof FEATURES)[number]['geometry']
type Polygon = Extract<Geometry, { type: 'Polygon' }>
type Area = Polygon | Extract<Geometry, { type: 'MultiPolygon' }>

interface Shape {
  country: string
  geometry: Area
  /** Of the largest part: that of France lies in Europe. */
  centre: [number, number]
}

const SHAPES: readonly Shape[] = FEATURES.flatMap(({ geometry, properties }) => {
  if ((geometry.type !== 'Polygon' && geometry.type !== 'MultiPolygon') || properties.name === 'Antarctica') return []
  const country = CATALOGUE_NAMES[properties.name] ?? properties.name
  return [{ country, geometry, centre: geoCentroid(mainland(geometry)) }]
})

function mainland(area: Area): Polygon {
  const parts = area.type === 'Polygon' ? [area.coordinates] : area.coordinates
  return parts
    .map((coordinates): Polygon => ({ type: 'Polygon', coordinates }))
    .reduce((largest, one) => (geoArea(one) > geoArea(largest) ? one : largest))
}

export interface CountryPath {
  country: string
  path: string
  x: number
  y: number
}

/** All countries; those that are not drawn at this scale, such as Malta, are missing. */
export function countryPaths(shown: ReadonlySet<string>): CountryPath[] {
  const world = { type: 'Sphere' } as const
  const projection = geoNaturalEarth1().fitSize([MAP_WIDTH, MAP_HEIGHT], world)
  const worldScale = projection.scale()
  const centres = SHAPES.filter(({ country }) => shown.has(country)).map(({ centre }) => centre)
  if (centres.length > 0) {
    const points = { type: 'MultiPoint' as const, coordinates: centres }
    const margin = MAP_WIDTH * PADDING
    projection.fitExtent(
      [
        [margin, margin],
        [MAP_WIDTH - margin, MAP_HEIGHT - margin],
      ],
      points,
    )
    // The scale of a single point is infinite.
    projection.scale(Math.min(projection.scale(), worldScale * ZOOM_MAX)).translate([0, 0])
    const [[left, top], [right, bottom]] = geoPath(projection).bounds(points)
    projection.translate([(MAP_WIDTH - left - right) / 2, (MAP_HEIGHT - top - bottom) / 2])
  }
  const draw = geoPath(projection).digits(1)
  return SHAPES.flatMap(({ country, geometry, centre }) => {
    const path = draw(geometry)
    const [x, y] = projection(centre) ?? []
    return path && x !== undefined && y !== undefined ? [{ country, path, x, y }] : []
  })
}
