/**
 * Promotes unlisted beers once the catalogue lists them: what the user scanned, saved, rated, had, wants, answered or pictured moves
 * to the listed beer in one transaction per beer, and the old id redirects to it. Beers are the same if they share a key (see
 * `keysOf`) and their ABV does not differ. An unlisted beer that matches two listed ones stays unlisted.
 */
import { and, asc, eq, gt, isNotNull, isNull, sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import { keysOf, sameAbv } from '#catalogue/identity'
import type { Clock } from '../../adapters/clock.ts'
import type { Db, Tx } from '../../adapters/db/database.ts'
import { beerRatings, beers, breweries } from '../../adapters/db/schema.ts'
import { startPoll } from '../../adapters/jobs/poll.ts'
import { rateBeers } from '../ratings/rate-beers.ts'
import { shareBarcodesOf } from './barcode-store.ts'
import { currentCatalogueVersion } from './catalogue-version.ts'

const POLL_INTERVAL_MS = 2_000
/** Listed beers per query; the server handles requests in between. */
const BATCH = 2_000

export interface PromotionPorts {
  db: Db
  clock: Pick<Clock, 'every'>
  log: FastifyBaseLogger
}

/** Checks the whole catalogue once, then polls for changes. */
export function startPromotion({ db, clock, log }: PromotionPorts): { close(): Promise<void> } {
  let checkedVersion = 0

  const promote = async () => {
    const version = await currentCatalogueVersion(db)
    if (version === checkedVersion) return
    const moved = await promoteUnlisted(db, checkedVersion)
    checkedVersion = version
    if (moved > 0) log.info({ beers: moved }, 'unlisted beers promoted to listed ones')
  }
  const failureMessage = 'promoting unlisted beers failed'
  const poll = startPoll({ clock, intervalMs: POLL_INTERVAL_MS, work: promote, log, failureMessage, yields: true })
  poll.wake()
  return { close: poll.close }
}

/** Promotes the unlisted beers that match a listed beer changed after version `since`. Returns how many. */
export async function promoteUnlisted(db: Db, since: number): Promise<number> {
  const unlisted = await db
    .select({ id: beers.id, name: beers.name, brewery: beers.breweryText, abv: beers.abv })
    .from(beers)
    .where(and(isNotNull(beers.ownerId), isNotNull(beers.breweryText)))
  const found = await matchesOf(db, unlisted, since)
  // Changed beers alone do not tell whether another one matches, too.
  const isFoundNow = ({ id }: Unlisted) => found.has(id)
  const matches = since === 0 || found.size === 0 ? found : await matchesOf(db, unlisted.filter(isFoundNow), 0)
  let moved = 0
  for (const [from, [to, ...others]] of matches) {
    if (to === undefined || others.length > 0) continue
    if (await db.transaction((tx) => move(tx, from, to))) moved += 1
  }
  return moved
}

type Unlisted = Pick<typeof beers.$inferSelect, 'id' | 'name' | 'abv'> & { brewery: string | null }

/** Returns the listed beers, changed after version `since`, that each of the unlisted beers may be. */
async function matchesOf(db: Db, unlisted: readonly Unlisted[], since: number): Promise<Map<number, Set<number>>> {
  const matches = new Map<number, Set<number>>()
  if (unlisted.length === 0) return matches
  const byKey = new Map<string, Unlisted[]>()
  for (const beer of unlisted) {
    for (const key of keysOf([beer.name], [beer.brewery ?? ''])) byKey.set(key, [...(byKey.get(key) ?? []), beer])
  }
  for await (const listed of changedBeers(db, since)) {
    for (const key of keysOf([listed.name, ...listed.aliases], [listed.brewery, ...listed.breweryAliases])) {
      for (const { id, abv } of byKey.get(key) ?? []) {
        if (!sameAbv(abv, listed.abv)) continue
        matches.set(id, (matches.get(id) ?? new Set()).add(listed.id))
      }
    }
  }
  return matches
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

/** Returns false if one of the two was deleted in the meantime. */
async function move(tx: Tx, from: number, to: number): Promise<boolean> {
  const locked = await tx.execute(sql`
    select id from beers where (id = ${from} and owner_id is not null) or (id = ${to} and owner_id is null and not removed)
    order by id for update`)
  if (locked.rows.length < 2) return false
  await tx.execute(sql`update scan_items set beer_id = ${to} where beer_id = ${from}`)
  await tx.execute(sql`
    update scan_items set alternatives = (
      select jsonb_agg(case when (one ->> 'beerId')::int = ${from} then jsonb_set(one, '{beerId}', to_jsonb(${to}::int)) else one end order by nth)
      from jsonb_array_elements(alternatives) with ordinality as listed(one, nth))
    where alternatives @> jsonb_build_array(jsonb_build_object('beerId', ${from}::int))`)
  await tx.execute(sql`update check_ins set beer_id = ${to} where beer_id = ${from}`)
  await tx.execute(sql`
    update pictures set beer_id = ${to} where beer_id = ${from}
      and not exists (select from pictures other where other.user_id = pictures.user_id and other.beer_id = ${to})`)
  await tx.execute(sql`update confirmed_barcodes set beer_id = ${to} where beer_id = ${from}`)
  await shareBarcodesOf(tx, to)
  await tx.execute(sql`update named_labels set beer_id = ${to} where beer_id = ${from}`)
  await tx.execute(sql`delete from named_labels where beer_id = wrong_beer_id and beer_id = ${to}`)
  // A user with both keeps the older favourite, and the newer rating, want and answer. Favourite and want are an import's only if both are.
  await tx.execute(sql`
    insert into favorites (user_id, beer_id, favorited_at, import_id)
    select user_id, ${to}, favorited_at, import_id from favorites where beer_id = ${from}
    on conflict (user_id, beer_id) do update set favorited_at = least(favorites.favorited_at, excluded.favorited_at),
      import_id = case when favorites.import_id = excluded.import_id then favorites.import_id end`)
  await tx.execute(sql`delete from favorites where beer_id = ${from}`)
  await tx.execute(sql`
    insert into wants (user_id, beer_id, wanted_at, import_id)
    select user_id, ${to}, wanted_at, import_id from wants where beer_id = ${from}
    on conflict (user_id, beer_id) do update set wanted_at = greatest(wants.wanted_at, excluded.wanted_at),
      import_id = case when wants.import_id = excluded.import_id then wants.import_id end`)
  await tx.execute(sql`delete from wants where beer_id = ${from}`)
  await tx.execute(sql`
    insert into taste_answers (user_id, beer_id, answer, answered_at, import_id)
    select user_id, ${to}, answer, answered_at, import_id from taste_answers where beer_id = ${from}
    on conflict (user_id, beer_id) do update set answer = excluded.answer, answered_at = excluded.answered_at, import_id = excluded.import_id
    where taste_answers.answered_at < excluded.answered_at`)
  await tx.execute(sql`
    insert into round_wishes (scan_id, user_id, beer_id) select scan_id, user_id, ${to} from round_wishes where beer_id = ${from}
    on conflict do nothing`)
  await moveRatings(tx, from, to)
  await tx.execute(sql`
    insert into moved_beers (id, user_id, beer_id) select id, owner_id, ${to} from beers where id = ${from}`)
  await tx.execute(sql`delete from beers where id = ${from}`)
  await rateBeers(tx, sql`id = ${to}`)
  return true
}

type Rating = typeof beerRatings.$inferSelect

async function moveRatings(tx: Tx, from: number, to: number): Promise<void> {
  const moved = await tx.delete(beerRatings).where(eq(beerRatings.beerId, from)).returning()
  for (const rating of moved) {
    const ofUser = and(eq(beerRatings.beerId, to), eq(beerRatings.userId, rating.userId))
    const [other] = await tx.delete(beerRatings).where(ofUser).returning()
    const [newer, older] = !other || other.ratedAt < rating.ratedAt ? [rating, other] : [other, rating]
    await tx.insert(beerRatings).values({ ...newer, beerId: to, replaced: replacedBy(newer, older) })
  }
}

/** What undoing the import of a rating restores: the newest rating that is not of the same import. */
function replacedBy({ importId, replaced }: Rating, older: Rating | undefined): Rating['replaced'] {
  if (importId === null || !older) return replaced
  const before =
    older.importId === importId ? older.replaced : { rating: older.rating, ratedAt: older.ratedAt.toISOString() }
  if (!before || !replaced) return before ?? replaced
  return Date.parse(before.ratedAt) > Date.parse(replaced.ratedAt) ? before : replaced
}
