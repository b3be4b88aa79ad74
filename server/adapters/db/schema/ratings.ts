/** Ratings and what is computed from them. A beer's computed rating is a column of `beers`. */
import { boolean, index, integer, jsonb, pgTable, primaryKey, real, text } from 'drizzle-orm/pg-core'
import { beers } from './catalogue.ts'
import { at, importIndex } from './columns.ts'
import { users } from './identity.ts'
import { imports } from './imports.ts'

interface ReplacedRating {
  rating: number
  ratedAt: string
}

export const beerRatings = pgTable(
  'beer_ratings',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    beerId: integer('beer_id')
      .notNull()
      .references(() => beers.id, { onDelete: 'cascade' }),
    rating: real('rating').notNull(),
    ratedAt: at('rated_at').notNull().defaultNow(),
    /** The import that added it; null if the user rated in the app. */
    importId: integer('import_id').references(() => imports.id),
    /** The user's own rating that imports replaced; undoing them restores it. In rows of version 3.0.0 it may be another import's. */
    replaced: jsonb('replaced').$type<ReplacedRating>(),
    /** The replaced ratings of other imports that are newer than `replaced`, newest first. Undoing the import of the rating restores the first. */
    olderImported: jsonb('older_imported').$type<(ReplacedRating & { importId: number })[]>().notNull().default([]),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.beerId] }),
    index('beer_ratings_beer').on(t.beerId),
    importIndex('beer_ratings_import', t.importId),
  ],
)

/** Imported ratings: mean on the 0-100 scale and number of ratings, null if unknown. */
export const importedRatings = pgTable(
  'imported_ratings',
  {
    source: text('source').notNull(),
    beerId: integer('beer_id')
      .notNull()
      .references(() => beers.id, { onDelete: 'cascade' }),
    mean: real('mean').notNull(),
    count: integer('count'),
    importId: integer('import_id').references(() => imports.id),
  },
  (t) => [
    primaryKey({ columns: [t.source, t.beerId] }),
    index('imported_ratings_beer').on(t.beerId),
    importIndex('imported_ratings_import', t.importId),
  ],
)

/** Rating percentiles per style, so that a beer's rank in its style is read without counting the others. */
export const stylePercentiles = pgTable('style_standings', {
  style: text('style').primaryKey(),
  /** Number of beers with a real rating, not an estimate. */
  beers: integer('beers').notNull(),
  /** Minimum ratings of the top 100 %, 99 %, …, 1 %, in this order. Empty if too few beers are rated. */
  thresholds: real('thresholds').array().notNull(),
  /** A rating changed since; the rating job recomputes the row. */
  isStale: boolean('is_stale').notNull().default(true),
})
