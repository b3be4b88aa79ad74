/** What users store besides scans and ratings. */
import { boolean, index, integer, pgTable, primaryKey, real, serial, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { beers } from './catalogue.ts'
import { at } from './columns.ts'
import { users } from './identity.ts'
import { imports } from './imports.ts'

export const favorites = pgTable(
  'favorites',
  {
    id: serial('id').primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    beerId: integer('beer_id')
      .notNull()
      .references(() => beers.id),
    favoritedAt: at('favorited_at').notNull().defaultNow(),
    /** The import that added it; null if it was created in the app. */
    importId: integer('import_id').references(() => imports.id, { onDelete: 'set null' }),
  },
  (t) => [uniqueIndex('favorites_user_beer').on(t.userId, t.beerId), index('favorites_beer').on(t.beerId)],
)

export const searches = pgTable(
  'searches',
  {
    id: serial('id').primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    query: text('query').notNull(),
    resultCount: integer('result_count').notNull(),
    searchedAt: at('searched_at').notNull().defaultNow(),
    /** The import that added it; null if it was created in the app. */
    importId: integer('import_id').references(() => imports.id, { onDelete: 'set null' }),
  },
  (t) => [index('searches_user').on(t.userId, t.searchedAt)],
)

/** Suggested corrections of catalogue beers, for the operator. Null where the catalogue is right. */
export const corrections = pgTable(
  'corrections',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    beerId: integer('beer_id')
      .notNull()
      .references(() => beers.id, { onDelete: 'cascade' }),
    name: text('name'),
    brewery: text('brewery'),
    style: text('style'),
    abv: real('abv'),
    ibu: real('ibu'),
    isRetired: boolean('is_retired').notNull(),
    note: text('note'),
    suggestedAt: at('suggested_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.beerId] }), index('corrections_beer').on(t.beerId)],
)

/** Barcodes whose beer the user named. They count for this user alone until enough users name the same beer. */
export const confirmedBarcodes = pgTable(
  'confirmed_barcodes',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    barcode: text('barcode').notNull(),
    beerId: integer('beer_id')
      .notNull()
      .references(() => beers.id, { onDelete: 'cascade' }),
    confirmedAt: at('confirmed_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.barcode] }), index('confirmed_barcodes_beer').on(t.beerId)],
)

/** Check-ins imported from exports of other products. */
export const checkIns = pgTable(
  'check_ins',
  {
    id: serial('id').primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    beerId: integer('beer_id')
      .notNull()
      .references(() => beers.id),
    source: text('source').notNull(),
    sourceId: text('source_id').notNull(),
    hadAt: at('had_at').notNull(),
    importId: integer('import_id').references(() => imports.id, { onDelete: 'cascade' }),
  },
  (t) => [
    uniqueIndex('check_ins_source').on(t.userId, t.source, t.sourceId),
    index('check_ins_user_beer').on(t.userId, t.beerId),
    index('check_ins_beer').on(t.beerId),
  ],
)
