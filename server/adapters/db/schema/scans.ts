/** Scans, their results, and the queue of those in progress. */
import {
  type AnyPgColumn,
  boolean,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  real,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import { beers } from './catalogue.ts'
import { at, bytea, importIndex } from './columns.ts'
import { users } from './identity.ts'
import { imports } from './imports.ts'

export const scans = pgTable(
  'scans',
  {
    id: uuid('id').primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    status: text('status').$type<'processing' | 'completed' | 'failed'>().notNull(),
    scanType: text('scan_type').$type<'single' | 'multiple_beers' | 'menu'>().notNull().default('single'),
    /** The API call that created the scan; determines the response shape. `auto`: identify, for a frame of the live camera. */
    call: text('call').$type<'identify' | 'menu' | 'auto'>().notNull(),
    context: text('context').$type<'single_beer' | 'multiple_beers' | 'fridge' | 'menu' | 'auto'>().notNull(),
    progressCurrent: integer('progress_current').notNull().default(0),
    progressTotal: integer('progress_total').notNull().default(0),
    stage: text('stage'),
    failureCode: text('failure_code'),
    failure: text('failure'),
    title: text('title'),
    detected: integer('detected'),
    /** Centres of unread containers, in percent of the upright photo. */
    spots: jsonb('spots').$type<{ x: number; y: number }[]>().notNull().default([]),
    /** The drink on a photo without beer. */
    otherDrink: jsonb('other_drink').$type<{ name: string; kind: string }>(),
    /** Product barcode on the photo of one beer. */
    barcode: text('barcode'),
    /** Cache key: hash of prepared photo, call, engine and catalogue version. Null if the result must not be reused. */
    photoHash: text('photo_hash'),
    /** Why the embedded engine ran instead of the AI provider; null if the configured engine ran. */
    fallback: text('fallback'),
    shareToken: text('share_token').unique(),
    /** For further pages of a menu: the scan of the first page, which shows them. */
    pageOf: uuid('page_of').references((): AnyPgColumn => scans.id, { onDelete: 'cascade' }),
    /** Page number on the menu, from 2. */
    page: integer('page'),
    scannedAt: at('scanned_at').notNull().defaultNow(),
    endedAt: at('ended_at'),
    /** The import that added it; null if it was created in the app. */
    importId: integer('import_id').references(() => imports.id, { onDelete: 'set null' }),
  },
  (t) => [
    // What a scan consists of refers to both, so that no row of one user can be part of another user's scan.
    unique('scans_owner').on(t.id, t.userId),
    index('scans_user').on(t.userId, t.scannedAt),
    index('scans_page_of').on(t.pageOf),
    importIndex('scans_import', t.importId),
  ],
)

export const scanItems = pgTable(
  'scan_items',
  {
    scanId: uuid('scan_id').notNull(),
    userId: integer('user_id').notNull(),
    /** Order on the photo, from 0. */
    position: integer('position').notNull(),
    beerId: integer('beer_id')
      .notNull()
      .references(() => beers.id),
    price: text('price'),
    size: text('size'),
    section: text('section'),
    /** Centre in percent of the upright photo. */
    x: real('x'),
    y: real('y'),
    /** The label, in percent of the upright photo. Null if the engine returns no positions. */
    box: jsonb('box').$type<{ x: number; y: number; width: number; height: number }>(),
    count: integer('count').notNull().default(1),
    /** 0-100. */
    confidence: real('confidence'),
    fieldConfidence: jsonb('field_confidence').$type<{ brewery: number; name: number; style: number; abv: number }>(),
    alternatives: jsonb('alternatives').$type<{ beerId: number; confidence: number }[]>().notNull().default([]),
    readText: jsonb('read_text').$type<string[]>().notNull().default([]),
    /** The barcode named the beer, not the label. */
    byBarcode: boolean('by_barcode').notNull().default(false),
    /** The user named the beer of this label on an earlier scan; recognition took it for another one. */
    byCorrection: boolean('by_correction').notNull().default(false),
    /** Guesses of an AI provider for facts that the photo does not show. */
    estimates: jsonb('estimates').$type<{
      brewery: string | null
      style: string | null
      abv: number | null
      ibu: number | null
      rating: number | null
    }>(),
  },
  (t) => [
    primaryKey({ columns: [t.scanId, t.position] }),
    partOfScan('scan_items_scan', t),
    index('scan_items_beer').on(t.beerId),
  ],
)

/** The prepared photo of a scan that has not ended. `bytes` is null if they are in a file. */
export const scanPhotos = pgTable(
  'scan_photos',
  {
    scanId: uuid('scan_id').primaryKey(),
    userId: integer('user_id').notNull(),
    bytes: bytea('bytes'),
    width: integer('width').notNull(),
    height: integer('height').notNull(),
  },
  (t) => [partOfScan('scan_photos_scan', t)],
)

/** The queue: one row for each scan that has not ended. */
export const scanJobs = pgTable(
  'scan_jobs',
  {
    scanId: uuid('scan_id').primaryKey(),
    userId: integer('user_id').notNull(),
    attempt: integer('attempt').notNull().default(0),
    leaseToken: uuid('lease_token'),
    leaseUntil: at('lease_until'),
    createdAt: at('created_at').notNull().defaultNow(),
    /** The day of whose provider budget the photo was taken; null if it was not. Attempts share one photo of the budget. */
    countedOn: date('counted_on'),
  },
  (t) => [
    partOfScan('scan_jobs_scan', t),
    index('scan_jobs_free').on(t.leaseUntil, t.createdAt),
    index('scan_jobs_user').on(t.userId),
  ],
)

/** Auto-scan frames of beers scanned a moment ago, which have no scan of their own. Whoever waits for one gets the earlier scan. */
export const repeatedFrames = pgTable(
  'repeated_frames',
  {
    /** The id that the scan of the frame had. */
    id: uuid('id').primaryKey(),
    userId: integer('user_id').notNull(),
    /** The earlier scan, which has the result. */
    sameAs: uuid('same_as').notNull(),
    at: at('at').notNull(),
  },
  (t) => [
    partOfScan('repeated_frames_scan', { scanId: t.sameAs, userId: t.userId }),
    index('repeated_frames_same_as').on(t.sameAs, t.userId),
  ],
)

/** Processes that read photos, by their last report. */
export const workers = pgTable('workers', {
  id: uuid('id').primaryKey(),
  /** The name of the machine. */
  node: text('node').notNull(),
  kind: text('kind').$type<'node' | 'worker'>().notNull(),
  seenAt: at('seen_at').notNull(),
})

/** The row belongs to a scan of the same user, and is deleted with it. */
function partOfScan(name: string, { scanId, userId }: { scanId: AnyPgColumn; userId: AnyPgColumn }) {
  return foreignKey({ name, columns: [scanId, userId], foreignColumns: [scans.id, scans.userId] }).onDelete('cascade')
}
