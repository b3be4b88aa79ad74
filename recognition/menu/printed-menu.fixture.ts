/** Menus made of rows of text, and a small catalogue of beers that they name. */
import { type BeerRow, openCatalogue } from '#catalogue'
import { loadShipped } from '#catalogue/shipped'
import { aTextLine } from '#testing/text-line.ts'
import type { TextLine } from '#vision'
import { menuRows } from './menu-rows.ts'
import { menuSightings } from './read-menu.ts'

/** That of a beer which many bars list. */
const POPULARITY = 45
export const BREWERIES = [
  { id: 1, name: 'Brouwerij Kwispel', aliases: ['Kwispel'], country: 'Nowhere' },
  { id: 2, name: 'Moorhen Range Brewing', aliases: ['Range'], country: 'Nowhere' },
]
const catalogue = openCatalogue(
  {
    version: 1,
    breweries: BREWERIES,
    beers: [
      aBeer(1, 'Kwispel Tripel', 'Tripel', 8.4),
      aBeer(1, 'Kwispel Dubbel', 'Dubbel', 6.8),
      aBeer(1, 'Mistletoe Mojito', 'Fruit Beer', 5.9),
      aBeer(2, 'Harbour Lantern', 'American IPA', 6.1),
      aBeer(2, 'Harbour Beacon', 'Porter', 5.4),
      aBeer(2, 'Harbour Keeper', 'Helles', 4.9),
      aBeer(2, 'Quillfeather Blonde', 'Blonde Ale', 4.7),
      aBeer(2, 'Range Ginger Beer', 'Ginger Beer', 4.2),
      aBeer(2, 'Quartz! I Know Him!', 'Pale Ale', 4.7),
    ].map((beer, index) => ({ ...beer, id: index + 1 })),
  },
  loadShipped(),
)
export const PAGE = { width: 1_000, height: 1_000 }

export function aBeer(breweryId: number, name: string, style: string, abv: number): Omit<BeerRow, 'id'> {
  return { breweryId, name, aliases: [], style, abv, ibu: null, popularity: POPULARITY }
}

/** Text, its top left corner in percent of the page, and its height. */
export type Printed = [text: string, x: number, y: number, height?: number]

export const linesOf = (printed: readonly Printed[]) =>
  printed.map(([text, x, y, height]) => aTextLine(text, x, y, { height }))

export function sightingsOf(lines: readonly TextLine[]) {
  return menuSightings(catalogue, menuRows(lines, PAGE), PAGE).sightings
}

export const sightingsFor = (printed: readonly Printed[]) => sightingsOf(linesOf(printed))

export const namesOf = (sightings: ReturnType<typeof sightingsOf>) =>
  sightings.map(({ verdict, candidates, printed }) =>
    verdict === 'listed' ? catalogue.beer(candidates[0]?.beerId ?? 0)?.name : `unlisted: ${printed.name}`,
  )
