/**
 * The tables. One schema for both databases: nothing newer than PostgreSQL 15, no session state, no vectors.
 * Ids of beers and breweries are integers, scans carry UUIDs that the client may choose.
 */
import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigint,
  boolean,
  customType,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  real,
  serial,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'

const bytea = customType<{ data: Uint8Array; driverData: Buffer }>({
  dataType: () => 'bytea',
  toDriver: (bytes) => Buffer.from(bytes),
  fromDriver: (buffer) => new Uint8Array(buffer),
})
const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })

// Identity

export const users = pgTable(
  'users',
  {
    id: serial('id').primaryKey(),
    issuer: text('issuer').notNull(),
    subject: text('subject').notNull(),
    firstName: text('first_name'),
    lastName: text('last_name'),
    email: text('email'),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (t) => [uniqueIndex('users_issuer_subject').on(t.issuer, t.subject)],
)

/** The cookie holds a random token; only its hash is stored. */
export const sessions = pgTable(
  'sessions',
  {
    tokenHash: text('token_hash').primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Hint for the provider's logout. */
    idToken: text('id_token'),
    createdAt: at('created_at').notNull().defaultNow(),
    expiresAt: at('expires_at').notNull(),
  },
  (t) => [index('sessions_expires').on(t.expiresAt)],
)

/** A sign-in on its way through the provider: state, nonce, verifier, and where the visitor wanted to go. */
export const signIns = pgTable(
  'sign_ins',
  {
    stateHash: text('state_hash').primaryKey(),
    codeVerifier: text('code_verifier').notNull(),
    nonce: text('nonce').notNull(),
    returnTo: text('return_to').notNull(),
    origin: text('origin').notNull(),
    expiresAt: at('expires_at').notNull(),
  },
  (t) => [index('sign_ins_expires').on(t.expiresAt)],
)

/** The embedded provider's state (its adapter): grants, codes, tokens, interactions. */
export const oidcState = pgTable(
  'oidc_state',
  {
    model: text('model').notNull(),
    id: text('id').notNull(),
    payload: jsonb('payload').$type<Record<string, unknown>>().notNull(),
    grantId: text('grant_id'),
    userCode: text('user_code'),
    uid: text('uid'),
    expiresAt: at('expires_at'),
  },
  (t) => [
    primaryKey({ columns: [t.model, t.id] }),
    index('oidc_state_grant').on(t.grantId),
    index('oidc_state_uid').on(t.uid),
    index('oidc_state_expires').on(t.expiresAt),
  ],
)

/** Accounts of the embedded provider: whoever typed a name and an e-mail address. */
export const oidcAccounts = pgTable('oidc_accounts', {
  id: text('id').primaryKey(),
  email: text('email').notNull().unique(),
  firstName: text('first_name').notNull(),
  lastName: text('last_name').notNull(),
})

/** Keys this installation made for itself: signing keys, cookie keys. */
export const secrets = pgTable('secrets', {
  name: text('name').primaryKey(),
  value: jsonb('value').$type<unknown>().notNull(),
})

// Catalogue

export const breweries = pgTable(
  'breweries',
  {
    id: serial('id').primaryKey(),
    /** Stable name of a shipped row; null for others. */
    key: text('key').unique(),
    name: text('name').notNull(),
    aliases: jsonb('aliases').$type<string[]>().notNull().default([]),
    city: text('city'),
    state: text('state'),
    country: text('country'),
    founded: integer('founded'),
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
    /** Stable name of a shipped row; null for others. */
    key: text('key').unique(),
    breweryId: integer('brewery_id').references(() => breweries.id),
    /** For an unlisted beer: the brewery as it was read. */
    breweryText: text('brewery_text'),
    name: text('name').notNull(),
    aliases: jsonb('aliases').$type<string[]>().notNull().default([]),
    style: text('style'),
    /** Percent by volume. */
    abv: real('abv'),
    ibu: real('ibu'),
    description: text('description'),
    /** Address on our own origin; the picture itself is in `beer_images`. */
    imageUrl: text('image_url'),
    /** When the picture source was last asked for this beer. */
    imageSoughtAt: at('image_sought_at'),
    popularity: integer('popularity').notNull().default(30),
    /** Ciders and meads come along with imported beers and are told apart from them. */
    kind: text('kind').$type<'beer' | 'cider' | 'mead'>().notNull().default('beer'),
    /** Found by discovery and looked at by nobody yet; `catalogue_origins` says where. */
    provisional: boolean('provisional').notNull().default(false),
    /** 0-100 with one decimal; 0 is "not computed yet" and makes the row work for the rating job. */
    rating: real('rating').notNull().default(0),
    ratingOrigin: text('rating_origin').$type<'community' | 'imported' | 'ai' | 'style'>(),
    ratingCount: integer('rating_count'),
    /** Set for an unlisted beer: it belongs to the user who scanned it. */
    ownerId: integer('owner_id').references(() => users.id, { onDelete: 'cascade' }),
    /** Folded name and brewery of an unlisted beer, unique per owner. */
    ownerKey: text('owner_key'),
    removed: boolean('removed').notNull().default(false),
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

/** Unlisted beers that the catalogue gained: what their ids lead to now, for the user whose they were. */
export const movedBeers = pgTable(
  'moved_beers',
  {
    /** The id the unlisted beer had; no other beer ever gets it. */
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

/** One row: raised in the transaction of every catalogue change. `shippedHash` names the shipped data last loaded. */
export const catalogueVersion = pgTable('catalogue_version', {
  id: integer('id').primaryKey().default(1),
  version: bigint('version', { mode: 'number' }).notNull(),
  shippedHash: text('shipped_hash'),
})

/** The styles of the shipped lexicon, so that similar beers and ratings can be computed in the database. */
export const styles = pgTable('styles', {
  name: text('name').primaryKey(),
  family: text('family').notNull(),
  /** Typical colour, SRM. */
  srm: real('srm'),
  /** 0-100; what a beer of this style is worth before anyone rated it. */
  prior: real('prior'),
})

/** A picture of a beer, fetched from where the operator's picture source keeps it and served from our own origin. */
export const beerImages = pgTable('beer_images', {
  beerId: integer('beer_id')
    .primaryKey()
    .references(() => beers.id, { onDelete: 'cascade' }),
  sourceUrl: text('source_url').notNull(),
  contentType: text('content_type').notNull(),
  bytes: bytea('bytes').notNull(),
  checkedAt: at('checked_at').notNull().defaultNow(),
})

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
    /** The import that brought it; null when it was given here. */
    importId: integer('import_id').references((): AnyPgColumn => imports.id),
    /** The older rating that an import took the place of, and gives back when it is taken back. */
    replaced: jsonb('replaced').$type<{ rating: number; ratedAt: string }>(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.beerId] }), index('beer_ratings_beer').on(t.beerId)],
)

/** Figures brought in from a data set: a mean on the 0-100 scale and on how many ratings it rests (null: unknown). */
export const importedRatings = pgTable(
  'imported_ratings',
  {
    source: text('source').notNull(),
    beerId: integer('beer_id')
      .notNull()
      .references(() => beers.id, { onDelete: 'cascade' }),
    mean: real('mean').notNull(),
    count: integer('count'),
    importId: integer('import_id').references((): AnyPgColumn => imports.id),
  },
  (t) => [primaryKey({ columns: [t.source, t.beerId] })],
)

/** How the ratings of a style's beers lie, so that a beer's standing within its style is read without counting. */
export const styleStandings = pgTable('style_standings', {
  style: text('style').primaryKey(),
  /** Beers of the style whose rating rests on more than the style. */
  beers: integer('beers').notNull(),
  /** 100 ratings, rising: the first is that of the top 100 percent, the last that of the top 1. Empty while too few are rated. */
  thresholds: real('thresholds').array().notNull(),
  /** A rating of the style changed since; the rating job computes it anew. */
  isStale: boolean('is_stale').notNull().default(true),
})

// Imports

/** One file that was brought in, for the whole installation or for one user. */
export const imports = pgTable(
  'imports',
  {
    id: serial('id').primaryKey(),
    /** Null: the catalogue of the installation. */
    userId: integer('user_id').references(() => users.id, { onDelete: 'cascade' }),
    source: text('source').notNull(),
    fileName: text('file_name').notNull(),
    licence: text('licence'),
    startedAt: at('started_at').notNull().defaultNow(),
    finishedAt: at('finished_at'),
    undoneAt: at('undone_at'),
    counts: jsonb('counts').$type<Record<string, number>>().notNull().default({}),
  },
  (t) => [index('imports_user').on(t.userId, t.startedAt)],
)

/** A user's file on its way in: looked through first, brought in when the user says so. Kept as it came until then. */
export const importFiles = pgTable(
  'import_files',
  {
    importId: integer('import_id')
      .primaryKey()
      .references(() => imports.id, { onDelete: 'cascade' }),
    kind: text('kind').$type<'export-json' | 'export-csv' | 'untappd-json' | 'untappd-csv'>().notNull(),
    phase: text('phase').$type<'looking' | 'looked' | 'importing' | 'ended' | 'failed'>().notNull().default('looking'),
    /** The file, gzipped; null once nobody needs it. */
    packed: bytea('packed'),
    /** Records of the file; counted while it is looked through. */
    records: integer('records').notNull().default(0),
    /** Records worked through in this phase. */
    done: integer('done').notNull().default(0),
    /** Share of the file that was looked through, 0-1. */
    share: real('share').notNull().default(0),
    /** What the import would do, by its own names. */
    preview: jsonb('preview').$type<Record<string, number>>().notNull().default({}),
    /** The first records that cannot be placed, and all of them by their reason. */
    problems: jsonb('problems').$type<{ line: number; what: string }[]>().notNull().default([]),
    reasons: jsonb('reasons').$type<Record<string, number>>().notNull().default({}),
    attempt: integer('attempt').notNull().default(0),
    leaseToken: uuid('lease_token'),
    leaseUntil: at('lease_until'),
  },
  (t) => [index('import_files_phase').on(t.phase, t.importId)],
)

/** Which row of which source a beer or brewery came from; makes an import repeatable and undoable. */
export const catalogueOrigins = pgTable(
  'catalogue_origins',
  {
    source: text('source').notNull(),
    /** A style has no row of its own to point to; `filled` holds its name. */
    entity: text('entity').$type<'beer' | 'brewery' | 'style'>().notNull(),
    sourceId: text('source_id').notNull(),
    beerId: integer('beer_id').references(() => beers.id, { onDelete: 'cascade' }),
    breweryId: integer('brewery_id').references(() => breweries.id, { onDelete: 'cascade' }),
    importId: integer('import_id').references(() => imports.id),
    licence: text('licence'),
    /** True when this source made the row, false when it was merged into one that stood already. */
    created: boolean('created').notNull(),
    /** The empty fields that a merge filled, with what it filled in. */
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
  (t) => [index('beer_barcodes_beer').on(t.beerId)],
)

// Scans

export const scans = pgTable(
  'scans',
  {
    id: uuid('id').primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    status: text('status').$type<'processing' | 'completed' | 'failed'>().notNull(),
    scanType: text('scan_type').$type<'single' | 'multiple_beers' | 'menu'>().notNull().default('single'),
    /** The call that made it; decides the shape of its answer. `auto` is identify for a frame the camera took by itself. */
    call: text('call').$type<'identify' | 'menu' | 'auto'>().notNull(),
    context: text('context').$type<'single_beer' | 'multiple_beers' | 'fridge' | 'menu' | 'auto'>().notNull(),
    progressCurrent: integer('progress_current').notNull().default(0),
    progressTotal: integer('progress_total').notNull().default(0),
    stage: text('stage'),
    failureCode: text('failure_code'),
    failure: text('failure'),
    title: text('title'),
    detected: integer('detected'),
    /** Containers that could not be read: their centres in percent of the upright photo. */
    spots: jsonb('spots').$type<{ x: number; y: number }[]>().notNull().default([]),
    /** Hash of prepared photo, question, engine and catalogue: equal ones have equal answers. Null voids the answer for others. */
    photoHash: text('photo_hash'),
    /** Why the embedded engine read it in place of the AI provider; null when the configured engine did. */
    fallback: text('fallback'),
    shareToken: text('share_token').unique(),
    /** Set for a further page of a menu: the scan of its first page, in which it is shown. */
    pageOf: uuid('page_of').references((): AnyPgColumn => scans.id, { onDelete: 'cascade' }),
    /** Its number on the menu, from 2. */
    page: integer('page'),
    scannedAt: at('scanned_at').notNull().defaultNow(),
    endedAt: at('ended_at'),
    /** The import that brought it; null when it was made here. */
    importId: integer('import_id').references((): AnyPgColumn => imports.id, { onDelete: 'set null' }),
  },
  (t) => [index('scans_user').on(t.userId, t.scannedAt), index('scans_page_of').on(t.pageOf)],
)

export const scanItems = pgTable(
  'scan_items',
  {
    scanId: uuid('scan_id')
      .notNull()
      .references(() => scans.id, { onDelete: 'cascade' }),
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
    count: integer('count').notNull().default(1),
    /** 0-100. */
    confidence: real('confidence'),
    fieldConfidence: jsonb('field_confidence').$type<{ brewery: number; name: number; style: number; abv: number }>(),
    alternatives: jsonb('alternatives').$type<{ beerId: number; confidence: number }[]>().notNull().default([]),
    readText: jsonb('read_text').$type<string[]>().notNull().default([]),
    /** What an AI provider guesses where the photo says nothing. */
    estimates: jsonb('estimates').$type<{
      brewery: string | null
      style: string | null
      abv: number | null
      ibu: number | null
      rating: number | null
    }>(),
  },
  (t) => [primaryKey({ columns: [t.scanId, t.position] }), index('scan_items_beer').on(t.beerId)],
)

/** The prepared photo of a scan that has not ended. */
export const scanPhotos = pgTable('scan_photos', {
  scanId: uuid('scan_id')
    .primaryKey()
    .references(() => scans.id, { onDelete: 'cascade' }),
  bytes: bytea('bytes').notNull(),
  width: integer('width').notNull(),
  height: integer('height').notNull(),
})

/** The queue: one row for each scan that has not ended. */
export const scanJobs = pgTable(
  'scan_jobs',
  {
    scanId: uuid('scan_id')
      .primaryKey()
      .references(() => scans.id, { onDelete: 'cascade' }),
    userId: integer('user_id').notNull(),
    attempt: integer('attempt').notNull().default(0),
    leaseToken: uuid('lease_token'),
    leaseUntil: at('lease_until'),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (t) => [index('scan_jobs_free').on(t.leaseUntil, t.createdAt), index('scan_jobs_user').on(t.userId)],
)

// What a user keeps

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
    /** The import that brought it; null when it was made here. */
    importId: integer('import_id').references((): AnyPgColumn => imports.id, { onDelete: 'set null' }),
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
    /** The import that brought it; null when it was made here. */
    importId: integer('import_id').references((): AnyPgColumn => imports.id, { onDelete: 'set null' }),
  },
  (t) => [index('searches_user').on(t.userId, t.searchedAt)],
)

/** Beers a user had elsewhere, as another product's export tells. */
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

// What recognition costs

/** Calls to a paid provider, by day and user; what the daily budgets are held against. */
export const engineUsage = pgTable(
  'engine_usage',
  {
    day: date('day').notNull(),
    /** 0 for users who are gone: what they used still counts against the budget of all. */
    userId: integer('user_id').notNull(),
    engine: text('engine').notNull(),
    calls: integer('calls').notNull().default(0),
    inputTokens: bigint('input_tokens', { mode: 'number' }).notNull().default(0),
    outputTokens: bigint('output_tokens', { mode: 'number' }).notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.day, t.userId, t.engine] })],
)
