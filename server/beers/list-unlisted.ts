/**
 * When the catalogue gains a beer that users have scanned as an unlisted one, all they hold of it moves over: scans,
 * favourites, ratings and check-ins, in one transaction for each, and the old id leads to the listed beer. A beer is the same when brewery and name are, folded,
 * under any of their names, and no strength speaks against it; what fits two listed beers stays where it is.
 */
import { and, asc, eq, gt, isNotNull, isNull, sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type { Db, Tx } from '../db/database.ts'
import { beers, breweries } from '../db/schema.ts'
import { rateBeers } from '../ratings/rate-beers.ts'
import { currentCatalogueVersion } from './catalogue-version.ts'
import { fold } from './fold.ts'

const LOOK_INTERVAL_MS = 2_000
/** Listed beers looked at in one go; the server answers requests between two of them. */
const BATCH = 2_000
/** Labels round: strengths further apart than this are those of two beers. */
const ABV_APART_PERCENT = 0.5

/** Looks at the whole catalogue once, then at what changes in it. */
export function startListing({ db, log }: { db: Db; log: FastifyBaseLogger }): { close(): Promise<void> } {
  let seen = 0
  let looking: Promise<void> | undefined

  const look = async () => {
    const version = await currentCatalogueVersion(db)
    if (version === seen) return
    const moved = await listUnlisted(db, seen)
    seen = version
    if (moved > 0) log.info({ beers: moved }, 'unlisted beers are in the catalogue now')
  }
  const turn = () => {
    looking ??= look()
      .catch((error: unknown) => log.error({ err: error }, 'unlisted beers could not be listed'))
      .finally(() => {
        looking = undefined
      })
  }
  const timer = setInterval(turn, LOOK_INTERVAL_MS)
  turn()
  return {
    async close() {
      clearInterval(timer)
      await looking
    },
  }
}

/** Moves every unlisted beer that is among the listed ones changed after `since`; says how many. */
export async function listUnlisted(db: Db, since: number): Promise<number> {
  const waiting = await db
    .select({ id: beers.id, name: beers.name, brewery: beers.breweryText, abv: beers.abv })
    .from(beers)
    .where(and(isNotNull(beers.ownerId), isNotNull(beers.breweryText)))
  if (waiting.length === 0) return 0
  const byName = new Map<string, (typeof waiting)[number][]>()
  for (const beer of waiting) {
    for (const key of keysOf([beer.name], [beer.brewery ?? ''])) byName.set(key, [...(byName.get(key) ?? []), beer])
  }
  const found = new Map<number, Set<number>>()
  for await (const listed of changedBeers(db, since)) {
    for (const key of keysOf([listed.name, ...listed.aliases], [listed.brewery, ...listed.breweryAliases])) {
      for (const { id, abv } of byName.get(key) ?? []) {
        if (isFarFrom(abv, listed.abv)) continue
        found.set(id, (found.get(id) ?? new Set()).add(listed.id))
      }
    }
  }
  let moved = 0
  for (const [from, [to, ...others]] of found) {
    if (to === undefined || others.length > 0) continue
    if (await db.transaction((tx) => move(tx, from, to))) moved += 1
  }
  return moved
}

const isFarFrom = (a: number | null, b: number | null) =>
  a !== null && b !== null && Math.abs(a - b) > ABV_APART_PERCENT

/** Every way to say brewery and beer; the brewery's name before the beer's is left out. */
function keysOf(names: readonly string[], breweryNames: readonly string[]): Set<string> {
  const keys = new Set<string>()
  for (const brewery of breweryNames.map(fold).filter(Boolean)) {
    for (const name of names.map(fold).filter(Boolean)) {
      keys.add(`${brewery}|${name.startsWith(`${brewery} `) ? name.slice(brewery.length + 1) : name}`)
    }
  }
  return keys
}

async function* changedBeers(db: Db, since: number) {
  for (let last = 0; ; ) {
    const rows = await db
      .select({
        id: beers.id,
        name: beers.name,
        aliases: beers.aliases,
        abv: beers.abv,
        brewery: breweries.name,
        breweryAliases: breweries.aliases,
      })
      .from(beers)
      .innerJoin(breweries, eq(breweries.id, beers.breweryId))
      .where(and(gt(beers.id, last), gt(beers.changedVersion, since), isNull(beers.ownerId), eq(beers.removed, false)))
      .orderBy(asc(beers.id))
      .limit(BATCH)
    yield* rows
    const next = rows.at(-1)
    if (!next || rows.length < BATCH) return
    last = next.id
  }
}

/** False when one of the two is gone meanwhile. */
async function move(tx: Tx, from: number, to: number): Promise<boolean> {
  const held = await tx.execute(sql`
    select id from beers where (id = ${from} and owner_id is not null) or (id = ${to} and owner_id is null and not removed)
    order by id for update`)
  if (held.rows.length < 2) return false
  await tx.execute(sql`update scan_items set beer_id = ${to} where beer_id = ${from}`)
  await tx.execute(sql`
    update scan_items set alternatives = (
      select jsonb_agg(case when (one ->> 'beerId')::int = ${from} then jsonb_set(one, '{beerId}', to_jsonb(${to}::int)) else one end order by nth)
      from jsonb_array_elements(alternatives) with ordinality as listed(one, nth))
    where alternatives @> jsonb_build_array(jsonb_build_object('beerId', ${from}::int))`)
  await tx.execute(sql`update check_ins set beer_id = ${to} where beer_id = ${from}`)
  // Who holds both keeps the older favourite and the newer rating.
  await tx.execute(sql`
    insert into favorites (user_id, beer_id, favorited_at) select user_id, ${to}, favorited_at from favorites where beer_id = ${from}
    on conflict (user_id, beer_id) do update set favorited_at = least(favorites.favorited_at, excluded.favorited_at)`)
  await tx.execute(sql`delete from favorites where beer_id = ${from}`)
  await tx.execute(sql`
    insert into beer_ratings (user_id, beer_id, rating, rated_at, import_id)
    select user_id, ${to}, rating, rated_at, import_id from beer_ratings where beer_id = ${from}
    on conflict (user_id, beer_id) do update set rating = excluded.rating, rated_at = excluded.rated_at, import_id = excluded.import_id
    where beer_ratings.rated_at < excluded.rated_at`)
  await tx.execute(sql`
    insert into moved_beers (id, user_id, beer_id) select id, owner_id, ${to} from beers where id = ${from}`)
  await tx.execute(sql`delete from beers where id = ${from}`)
  await rateBeers(tx, sql`id = ${to}`)
  return true
}
