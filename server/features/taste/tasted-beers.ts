/** The facts of beers that a taste is about: fewer columns than lists show, because many beers are compared. */
import { eq } from 'drizzle-orm'
import type { TastedBeer } from '#contracts'
import type { Conn } from '../../adapters/db/database.ts'
import { beers, breweries, styles } from '../../adapters/db/schema.ts'
import { knownAbv, knownIbu } from '../../core/beers/beer-store.ts'

export const tastedColumns = {
  id: beers.id,
  style: beers.style,
  styleFamily: styles.family,
  brewery: breweries.name,
  breweryText: beers.breweryText,
  storeBrand: breweries.storeBrand,
  country: breweries.country,
  abv: beers.abv,
  ibu: beers.ibu,
  typicalIbu: styles.typicalIbu,
  srm: styles.srm,
  rating: beers.rating,
  kind: beers.kind,
  source: beers.source,
  popularity: beers.popularity,
}

export function selectTasted(conn: Conn) {
  return conn
    .select(tastedColumns)
    .from(beers)
    .leftJoin(breweries, eq(breweries.id, beers.breweryId))
    .leftJoin(styles, eq(styles.name, beers.style))
    .$dynamic()
}

export type TastedRow = Awaited<ReturnType<typeof selectTasted>>[number]

/** The same facts as the beer has in lists, so that client and server see the same traits. */
export function toTasted(row: TastedRow): TastedBeer {
  const { style, styleFamily, brewery, breweryText, country, typicalIbu, srm, rating, kind } = row
  return {
    style,
    styleFamily,
    brewery: brewery ?? breweryText,
    isStoreBrand: row.storeBrand ?? false,
    country,
    abv: knownAbv(row),
    ibu: knownIbu(row),
    typicalIbu,
    srm,
    rating,
    kind,
  }
}
