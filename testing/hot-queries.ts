/** The statements that most requests and workers wait for, how the database plans them, and a database to plan them on. */
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { z } from 'zod'
import { systemClock } from '#server/adapters/clock.ts'
import type { Db } from '#server/adapters/db/database.ts'
import { beerStore } from '#server/core/beers/beer-store.ts'
import { pictureStore } from '#server/core/pictures/picture-store.ts'
import { openSearchIndexFeed } from '#server/core/search/search-index-feed.ts'
import { favoriteStore } from '#server/features/favorites/favorite-store.ts'
import { sessionStore } from '#server/features/identity/session-store.ts'
import { journalStore } from '#server/features/journal/journal-store.ts'
import { markStore } from '#server/features/marks/mark-store.ts'
import { scanHistory } from '#server/features/scan/scan-history.ts'
import { scanQueue } from '#server/features/scan/scan-queue.ts'
import { searchHistoryStore } from '#server/features/search/search-history-store.ts'
import { searchStore } from '#server/features/search/search-store.ts'
import { wantStore } from '#server/features/wants/want-store.ts'

const SCANS_PER_USER = 50
/** At least; those beyond have a session and nothing else. */
const USERS = 5_000
const BEERS = 5_000
const BREWERIES = 1_000
/** As many as the queue takes. */
const JOBS = 200

/** What a query is asked for. */
interface Subject {
  userId: number
  scanId: string
  beerId: number
}

type Query = (db: Db, subject: Subject) => Promise<unknown>

/** So small at any size of the installation that reading them whole may be the best plan. */
const SMALL = ['scan_jobs', 'catalogue_version', 'styles', 'style_standings', 'breweries']

export const isLarge = (table: string): boolean => !SMALL.includes(table)

/** By what they answer. The names that searches look through are read into memory from `own`, before. */
export function hotQueries(own: Db): Readonly<Record<string, Query>> {
  const names = openSearchIndexFeed(own)
  return {
    'a session': (db) => sessionStore(db, Date.now).find('a token'),
    'a page of the history': (db, { userId }) => scanHistory(db).of(userId).list(),
    'an older page of the history': (db, { userId, scanId }) => scanHistory(db).of(userId).olderThan(scanId),
    'a scan': (db, { userId, scanId }) => scanHistory(db).of(userId).byId(scanId),
    'a beer': (db, { userId, beerId }) => beerStore(db).visibleTo(userId).byId(beerId),
    'the favourites': (db, { userId }) => favoriteStore(db).of(userId).list(),
    'the search history': (db, { userId }) => searchHistoryStore(db).of(userId).list(),
    'a search': (db, { userId, beerId }) => searchStore(db, names).visibleTo(userId).find(`name ${beerId}`),
    'the marks of beers': (db, { userId }) => markStore(db).of(userId).list(),
    'a page of the journal': (db, { userId }) => journalStore(db, systemClock).of(userId).page({}),
    'the own pictures': (db, { userId }) => pictureStore(db).of(userId).list(),
    'the wanted beers': (db, { userId }) => wantStore(db, systemClock).of(userId).list(),
    'the claim of a scan': (db) => scanQueue(db, systemClock).claim(),
  }
}

/** Fills an empty database with this many scans, and with what users with fifty scans each have besides. */
export async function fillDatabase(db: Db, scans: number): Promise<Subject> {
  const users = Math.ceil(scans / SCANS_PER_USER)
  const ofUser = sql`(n % ${users}::int) + 1`
  const beer = sql`(n * 7 % ${BEERS}::int) + 1`
  const time = sql`now() - n * interval '1 second'`
  const count = (n: number) => sql`generate_series(1, ${Math.ceil(n)}::int) as n`
  const statements = [
    sql`insert into users (issuer, subject) select 'fill', n::text from ${count(Math.max(users, USERS))}`,
    sql`insert into catalogue_version (version) values (1)`,
    sql`insert into breweries (name, changed_version) select 'brewery ' || n, 1 from ${count(BREWERIES)}`,
    sql`insert into beers (name, brewery_id, changed_version, rating, rating_origin)
      select 'name ' || n, (n % ${BREWERIES}::int) + 1, 1, 60, 'style' from ${count(BEERS)}`,
    sql`insert into catalogue_origins (source, entity, source_id, beer_id, created) select 'fill', 'beer', n::text, n, true from ${count(BEERS)}`,
    sql`insert into imported_ratings (source, beer_id, mean) select 'fill', n, 80 from ${count(BEERS)}`,
    sql`insert into sessions (token_hash, user_id, expires_at) select n::text, n, now() + interval '1 day' from ${count(Math.max(users, USERS))}`,
    sql`insert into scans (id, user_id, status, call, context, scan_type, scanned_at)
      select gen_random_uuid(), ${ofUser}, 'completed', 'identify', 'single_beer', 'single', ${time} from ${count(scans)}`,
    sql`update scans set page_of = (select id from scans as one where user_id = 1 order by id limit 1)
      where id = (select id from scans as other where user_id = 1 order by id offset 1 limit 1)`,
    sql`insert into scan_items (scan_id, user_id, position, beer_id)
      select id, user_id, position, (row_number() over () * 7 % ${BEERS}::int) + 1 from scans, generate_series(0, 1) as position
      where position = 0 or abs(hashtext(id::text)) % 2 = 0`,
    sql`insert into favorites (user_id, beer_id) select ${ofUser}, ${beer} from ${count(scans / 2)} on conflict do nothing`,
    sql`insert into searches (user_id, query, result_count, searched_at) select ${ofUser}, 'query ' || n, 1, ${time} from ${count(scans / 2)}`,
    sql`insert into beer_ratings (user_id, beer_id, rating) select ${ofUser}, ${beer}, 70 from ${count(scans / 2)} on conflict do nothing`,
    sql`insert into check_ins (user_id, beer_id, source, source_id, had_at) select ${ofUser}, ${beer}, 'fill', n::text, ${time} from ${count(scans / 2)}`,
    sql`insert into pictures (id, user_id, entry_id, size) select gen_random_uuid(), user_id, id, 1 from check_ins where id % 4 = 0`,
    sql`insert into pictures (id, user_id, beer_id, size)
      select gen_random_uuid(), ${ofUser}, ${beer}, 1 from ${count(scans / 4)} on conflict do nothing`,
    sql`insert into wants (user_id, beer_id, wanted_at) select ${ofUser}, ${beer}, ${time} from ${count(scans / 4)} on conflict do nothing`,
    sql`insert into scan_jobs (scan_id, user_id) select id, user_id from scans limit ${JOBS}`,
    sql`analyze`,
  ]
  for (const statement of statements) await db.execute(statement)
  const { rows } = await db.execute<{ id: string }>(sql`
    select id from scans where user_id = 1 and page_of is null order by scanned_at desc limit 1`)
  return { userId: 1, scanId: rows[0]?.id ?? '', beerId: 4_321 }
}

interface PlanNode {
  'Node Type': string
  'Relation Name'?: string | undefined
  'Index Name'?: string | undefined
  Plans?: PlanNode[] | undefined
}

const PlanNode: z.ZodType<PlanNode> = z.object({
  'Node Type': z.string(),
  'Relation Name': z.string().optional(),
  'Index Name': z.string().optional(),
  Plans: z.array(z.lazy(() => PlanNode)).optional(),
})
const Explained = z.tuple([z.object({ 'QUERY PLAN': z.tuple([z.object({ Plan: PlanNode })]) })])

export interface Plan {
  /** As in `explain`: 'Index Scan scans_user'. */
  nodes: string[]
  /** Tables that are read from start to end. */
  read: string[]
}

/** Runs the query, and explains each of its statements. */
export async function plansOf(pool: pg.Pool, query: Query, subject: Subject): Promise<Plan[]> {
  const statements: { text: string; values: unknown[] }[] = []
  const logger = { logQuery: (text: string, values: unknown[]) => void statements.push({ text, values }) }
  await query(drizzle(pool, { logger }), subject)
  const plans: Plan[] = []
  for (const { text, values } of statements) {
    if (/^(begin|commit|savepoint|release)/.test(text)) continue
    const { rows } = await pool.query(`explain (format json) ${text}`, values)
    const nodes = nodesOf(Explained.parse(rows)[0]['QUERY PLAN'][0].Plan)
    const read = nodes.flatMap((node) => (node['Node Type'] === 'Seq Scan' ? (node['Relation Name'] ?? []) : []))
    plans.push({ nodes: nodes.map(textOf), read })
  }
  return plans
}

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

const textOf = ({ 'Node Type': type, 'Relation Name': table, 'Index Name': index }: PlanNode) =>
  [type, index ?? table].filter(Boolean).join(' ')
