/** Beers, breweries and styles, with the sources they come from. */
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  real,
  serial,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import type { BeerStatus, FactSource, RatingOrigin } from '#contracts'
import { at, bytea, importIndex } from './columns.ts'
import { users } from './identity.ts'
import { imports } from './imports.ts'

export const breweries = pgTable(
  'breweries',
  {
    id: serial('id').primaryKey(),
    /** Stable key of a shipped row; null for others. */
    key: text('key').unique(),
    name: text('name').notNull(),
    aliases: jsonb('aliases').$type<string[]>().notNull().default([]),
    city: text('city'),
    state: text('state'),
    country: text('country'),
    founded: integer('founded'),
    /** Year in which it stopped brewing. */
    closed: integer('closed'),
    /** The company it belongs to, if that is another one. */
    owner: text('owner'),
    /** Whether it is no brewery but a brand that a store sells. */
    storeBrand: boolean('store_brand').notNull().default(false),
    /** How beer lovers regard it, -3 to 3; null if that was not judged. */
    standing: integer('standing'),
    website: text('website'),
    description: text('description'),
    imageUrl: text('image_url'),
    removed: boolean('removed').notNull().default(false),
    changedVersion: bigint('changed_version', { mode: 'number' }).notNull(),
  },
  (t) => [index('breweries_changed').on(t.changedVersion), index('breweries_name').on(sql`lower(${t.name})`)],
)

export const beers = pgTable(
  'beers',
  {
    id: serial('id').primaryKey(),
    /** Stable key of a shipped row; null for others. */
    key: text('key').unique(),
    breweryId: integer('brewery_id').references(() => breweries.id),
    /** For an unlisted beer: the brewery as read from the label. */
    breweryText: text('brewery_text'),
    name: text('name').notNull(),
    aliases: jsonb('aliases').$type<string[]>().notNull().default([]),
    style: text('style'),
    /** Percent by volume. */
    abv: real('abv'),
    ibu: real('ibu'),
    description: text('description'),
    /** URL on our own origin; the picture is in `beer_images`. */
    imageUrl: text('image_url'),
    /** Time of the last request to the picture source for this beer. */
    imageSoughtAt: at('image_sought_at'),
    popularity: integer('popularity').notNull().default(30),
    status: text('status').$type<BeerStatus>().notNull().default('current'),
    /** Years. */
    introduced: integer('introduced'),
    retired: integer('retired'),
    /** Where the facts of a shipped beer were checked, and when ('2026-11'); null for others. */
    source: text('source').$type<FactSource>(),
    checked: text('checked'),
    /** Percent by volume, by country (ISO 3166), where it differs from `abv`. */
    abvByMarket: jsonb('abv_by_market').$type<Record<string, number>>(),
    /** How beer lovers regard it beyond its brewery, -3 to 3; null if that was not judged. */
    standing: integer('standing'),
    /** Imports contain ciders and meads too. */
    kind: text('kind').$type<'beer' | 'cider' | 'mead'>().notNull().default('beer'),
    /** Not reviewed yet; `catalogue_origins` has the source. */
    provisional: boolean('provisional').notNull().default(false),
    /** 0-100 with one decimal; 0 means "not computed yet": the rating job computes it. */
    rating: real('rating').notNull().default(0),
    /** Standard deviation of the rating, points. */
    ratingStd: real('rating_std'),
    ratingOrigin: text('rating_origin').$type<RatingOrigin>(),
    ratingCount: integer('rating_count'),
    /** The user who scanned an unlisted beer; null for listed beers. */
    ownerId: integer('owner_id').references(() => users.id, { onDelete: 'cascade' }),
    /** Folded name and brewery of an unlisted beer, unique per owner. */
    ownerKey: text('owner_key'),
    /** The keys that it had before its user renamed it, by which labels and files still mean it. */
    formerKeys: jsonb('former_keys').$type<string[]>().notNull().default([]),
    /** When its user last described it; null if it is only as read. */
    describedAt: at('described_at'),
    removed: boolean('removed').notNull().default(false),
    /** For an unlisted beer: 0 until it has been compared with the listed ones. */
    changedVersion: bigint('changed_version', { mode: 'number' }).notNull(),
  },
  (t) => [
    index('beers_brewery').on(t.breweryId),
    index('beers_style_popularity').on(t.style, t.popularity.desc(), t.id),
    index('beers_changed').on(t.changedVersion),
    index('beers_pending').on(t.id).where(sql`rating = 0`),
    uniqueIndex('beers_owner_key').on(t.ownerId, t.ownerKey),
  ],
)

/** Redirects from unlisted beers that were promoted to their listed beers, for their former owners. */
export const beerRedirects = pgTable(
  'moved_beers',
  {
    /** The id of the unlisted beer; never reused. */
    id: integer('id').primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    beerId: integer('beer_id')
      .notNull()
      .references(() => beers.id, { onDelete: 'cascade' }),
  },
  (t) => [index('moved_beers_user').on(t.userId), index('moved_beers_beer').on(t.beerId)],
)

/** A single row. Every change of the catalogue increments `version` in its transaction. `shippedHash`: of the shipped data last loaded. */
export const catalogueVersion = pgTable('catalogue_version', {
  id: integer('id').primaryKey().default(1),
  version: bigint('version', { mode: 'number' }).notNull(),
  shippedHash: text('shipped_hash'),
})

/** The styles of the shipped lexicon, so that similar beers and ratings can be computed in the database, and how they are served. */
export const styles = pgTable('styles', {
  name: text('name').primaryKey(),
  family: text('family').notNull(),
  /** Typical colour, SRM. */
  srm: real('srm'),
  /** Expected rating, 0-100, of a beer of this style, with its standard error. */
  prior: real('prior'),
  priorStd: real('prior_std'),
  /** Percent by volume. */
  typicalAbv: real('typical_abv'),
  /** International bitterness units. */
  typicalIbu: integer('typical_ibu'),
  /** The taste in one sentence. */
  description: text('description'),
  glass: text('glass'),
  /** Degrees Celsius. */
  servedFrom: real('served_from'),
  servedTo: real('served_to'),
  /** Dishes. */
  pairings: jsonb('pairings').$type<string[]>(),
})

/** Pictures of beers, fetched from the operator's picture source and served from our own origin. */
export const beerImages = pgTable('beer_images', {
  beerId: integer('beer_id')
    .primaryKey()
    .references(() => beers.id, { onDelete: 'cascade' }),
  sourceUrl: text('source_url').notNull(),
  contentType: text('content_type').notNull(),
  bytes: bytea('bytes').notNull(),
  checkedAt: at('checked_at').notNull().defaultNow(),
})

/** EAN or UPC as printed, digits only. */
export const beerBarcodes = pgTable(
  'beer_barcodes',
  {
    barcode: text('barcode').primaryKey(),
    beerId: integer('beer_id')
      .notNull()
      .references(() => beers.id, { onDelete: 'cascade' }),
    importId: integer('import_id').references(() => imports.id),
  },
  (t) => [index('beer_barcodes_beer').on(t.beerId), importIndex('beer_barcodes_import', t.importId)],
)

/** The source rows behind each beer, brewery and style. They make imports repeatable and undoable. */
export const catalogueOrigins = pgTable(
  'catalogue_origins',
  {
    source: text('source').notNull(),
    /** Styles have no id to reference; `filled` holds the name. */
    entity: text('entity').$type<'beer' | 'brewery' | 'style'>().notNull(),
    sourceId: text('source_id').notNull(),
    beerId: integer('beer_id').references(() => beers.id, { onDelete: 'cascade' }),
    breweryId: integer('brewery_id').references(() => breweries.id, { onDelete: 'cascade' }),
    importId: integer('import_id').references(() => imports.id),
    licence: text('licence'),
    /** True if this source created the row, false if it was merged into an existing one. */
    created: boolean('created').notNull(),
    /** The values that a merge wrote into empty fields, by field. */
    filled: jsonb('filled').$type<Record<string, unknown>>().notNull().default({}),
    at: at('at').notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.source, t.entity, t.sourceId] }),
    index('catalogue_origins_beer').on(t.beerId),
    index('catalogue_origins_brewery').on(t.breweryId),
    index('catalogue_origins_import').on(t.importId),
  ],
)
