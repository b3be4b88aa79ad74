/** What users store besides scans and ratings. */
import {
  boolean,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  real,
  serial,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { TasteAnswer } from '#contracts'
import { beers } from './catalogue.ts'
import { at, bytea, importIndex } from './columns.ts'
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
    /** The beer's rating when its user saved or rated it, or was last notified of a change; null: not known. */
    toldRating: real('told_rating'),
    /** The import that added it; null if it was created in the app. */
    importId: integer('import_id').references(() => imports.id, { onDelete: 'set null' }),
  },
  (t) => [
    uniqueIndex('favorites_user_beer').on(t.userId, t.beerId),
    index('favorites_beer').on(t.beerId),
    importIndex('favorites_import', t.importId),
  ],
)

export const searches = pgTable(
  'searches',
  {
    id: serial('id').primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    query: text('query').notNull(),
    /** Null if an imported file does not have it. */
    resultCount: integer('result_count'),
    searchedAt: at('searched_at').notNull().defaultNow(),
    /** The import that added it; null if it was created in the app. */
    importId: integer('import_id').references(() => imports.id, { onDelete: 'set null' }),
  },
  (t) => [index('searches_user').on(t.userId, t.searchedAt), importIndex('searches_import', t.importId)],
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
    /** The import that added it; null if it was created in the app. */
    importId: integer('import_id').references(() => imports.id, { onDelete: 'set null' }),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.beerId] }),
    index('corrections_beer').on(t.beerId),
    importIndex('corrections_import', t.importId),
  ],
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
    /** The import that added it; null if it was created in the app. */
    importId: integer('import_id').references(() => imports.id, { onDelete: 'set null' }),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.barcode] }),
    index('confirmed_barcodes_beer').on(t.beerId),
    importIndex('confirmed_barcodes_import', t.importId),
  ],
)

/** Labels that recognition read wrongly and whose beer the user named. They count for this user alone. */
export const namedLabels = pgTable(
  'named_labels',
  {
    id: serial('id').primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The lines that were read. */
    readText: jsonb('read_text').$type<string[]>().notNull(),
    /** The listed beer that recognition took it for; null if it read an unlisted one. */
    wrongBeerId: integer('wrong_beer_id').references(() => beers.id, { onDelete: 'cascade' }),
    beerId: integer('beer_id')
      .notNull()
      .references(() => beers.id, { onDelete: 'cascade' }),
    namedAt: at('named_at').notNull().defaultNow(),
    /** The import that added it; null if it was created in the app. */
    importId: integer('import_id').references(() => imports.id, { onDelete: 'set null' }),
  },
  (t) => [
    index('named_labels_user').on(t.userId, t.namedAt),
    index('named_labels_wrong_beer').on(t.wrongBeerId),
    index('named_labels_beer').on(t.beerId),
    importIndex('named_labels_import', t.importId),
  ],
)

/**
 * The journal: each time a user had a beer, recorded in the app or imported. The table keeps its first name, so that nodes of an
 * older build can work on the same rows during an upgrade.
 */
export const triedEntries = pgTable(
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
    /** Identifies the entry within its source, across exports and repeated requests. */
    sourceId: text('source_id').notNull(),
    triedAt: at('had_at').notNull(),
    rating: real('rating'),
    note: text('note'),
    place: text('place'),
    latitude: real('latitude'),
    longitude: real('longitude'),
    importId: integer('import_id').references(() => imports.id, { onDelete: 'cascade' }),
  },
  (t) => [
    // What belongs to an entry refers to both, so that it has the same owner.
    unique('check_ins_owner').on(t.id, t.userId),
    uniqueIndex('check_ins_source').on(t.userId, t.source, t.sourceId),
    index('check_ins_user_beer').on(t.userId, t.beerId),
    index('check_ins_beer').on(t.beerId),
    index('check_ins_user_time').on(t.userId, t.triedAt, t.id),
    importIndex('check_ins_import', t.importId),
  ],
)

/** Beers that users want to try; no longer on the list once tried, see `isOpen` in `want-store.ts`. */
export const wants = pgTable(
  'wants',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    beerId: integer('beer_id')
      .notNull()
      .references(() => beers.id),
    wantedAt: at('wanted_at').notNull(),
    /** The import that added it; null if it was created in the app. */
    importId: integer('import_id').references(() => imports.id, { onDelete: 'set null' }),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.beerId] }),
    index('wants_beer').on(t.beerId),
    importIndex('wants_import', t.importId),
  ],
)

/** Pictures that users keep, each of a beer or of a journal entry. */
export const pictures = pgTable(
  'pictures',
  {
    id: uuid('id').primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    beerId: integer('beer_id').references(() => beers.id, { onDelete: 'cascade' }),
    entryId: integer('entry_id'),
    /** The scan whose photo it was cut out of, which may be deleted since; null if the user chose it. */
    scanId: uuid('scan_id'),
    /** WebP. Null if it is a file. */
    bytes: bytea('bytes'),
    size: integer('size').notNull(),
    keptAt: at('kept_at').notNull().defaultNow(),
    /** The import that added it; null if it was created in the app. */
    importId: integer('import_id').references(() => imports.id, { onDelete: 'set null' }),
  },
  (t) => [
    uniqueIndex('pictures_user_beer').on(t.userId, t.beerId),
    uniqueIndex('pictures_entry').on(t.entryId),
    index('pictures_beer').on(t.beerId),
    foreignKey({
      name: 'pictures_of_entry',
      columns: [t.entryId, t.userId],
      foreignColumns: [triedEntries.id, triedEntries.userId],
    }).onDelete('cascade'),
    importIndex('pictures_import', t.importId),
  ],
)

/** Answers on the cards of well-known beers: whether the user wants more like it. */
export const tasteAnswers = pgTable(
  'taste_answers',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    beerId: integer('beer_id')
      .notNull()
      .references(() => beers.id, { onDelete: 'cascade' }),
    answer: text('answer').$type<TasteAnswer>().notNull(),
    answeredAt: at('answered_at').notNull(),
    /** The import that added it; null if it was given in the app. */
    importId: integer('import_id').references(() => imports.id, { onDelete: 'set null' }),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.beerId] }),
    index('taste_answers_beer').on(t.beerId),
    importIndex('taste_answers_import', t.importId),
  ],
)

/** Users who switched personal ratings off. */
export const tasteOptOuts = pgTable(
  'taste_opt_outs',
  {
    userId: integer('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    since: at('since').notNull(),
    importId: integer('import_id').references(() => imports.id, { onDelete: 'set null' }),
  },
  (t) => [importIndex('taste_opt_outs_import', t.importId)],
)
