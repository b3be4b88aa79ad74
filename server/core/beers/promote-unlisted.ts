/**
 * Promotes unlisted beers once the catalogue lists them: what the user scanned, saved, rated, had, wants, answered or pictured moves
 * to the listed beer in one transaction per beer, and the old id redirects to it. Beers are the same if they share a key (see
 * `keysOf`) and their ABV does not differ. An unlisted beer that matches two listed ones stays unlisted.
 */
import { and, asc, eq, gt, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import { foldToWords } from '#catalogue'
import { keysOf, sameAbv } from '#catalogue/identity'
import type { Clock } from '../../adapters/clock.ts'
import type { Database, Db, Tx } from '../../adapters/db/database.ts'
import { isAnyOf } from '../../adapters/db/ids-in.ts'
import { lockUser } from '../../adapters/db/lock-user.ts'
import { beerRatings, beers, breweries, confirmedBarcodes, scanItems } from '../../adapters/db/schema.ts'
import { startPoll } from '../../adapters/jobs/poll.ts'
import { rateBeers } from '../ratings/rate-beers.ts'
import { shareBarcodesOf } from './barcode-store.ts'
import { currentCatalogueVersion, lockCatalogueVersion } from './catalogue-version.ts'
import { NOT_COMPARED } from './unlisted-store.ts'

const POLL_INTERVAL_MS = 2_000
/** Rows per query; the server handles requests in between. */
const BATCH = 2_000

export interface PromotionPorts {
  db: Db
  changes?: Database['changes'] | undefined
  clock: Pick<Clock, 'every'>
  log: FastifyBaseLogger
}

/** Compares all unlisted beers with the catalogue once, then polls for changes of either. */
export function startPromotion({ db, changes, clock, log }: PromotionPorts): { close(): Promise<void> } {
  let checkedVersion = 0

  const promote = async () => {
    const version = await currentCatalogueVersion(db)
    let moved = 0
    if (version !== checkedVersion) moved += await promoteUnlisted(db, checkedVersion)
    checkedVersion = version
    moved += await promoteCreated(db, version)
    if (moved > 0) log.info({ beers: moved }, 'unlisted beers promoted to listed ones')
  }
  const failureMessage = 'promoting unlisted beers failed'
  const poll = startPoll({
    clock,
    intervalMs: POLL_INTERVAL_MS,
    work: promote,
    log,
    failureMessage,
    yields: true,
    changes,
  })
  poll.wake()
  return { close: poll.close }
}

/** Promotes the unlisted beers that match a listed beer changed after version `since`. Returns how many. */
export async function promoteUnlisted(db: Db, since: number): Promise<number> {
  const unlisted = await indexOf(unlistedBeers(db))
  if (since === 0) return await promoteAmong(db, unlisted)
  const found = await matchesOf(unlisted, listedBeers(db, gt(beers.changedVersion, since)))
  // Changed beers alone do not tell whether another one matches, too.
  return await promoteAmong(db, await indexOf(found.keys()))
}

/** Promotes the unlisted beers that were created since the last call and match a listed beer. Returns how many. */
async function promoteCreated(db: Db, version: number): Promise<number> {
  const isNew = eq(beers.changedVersion, NOT_COMPARED)
  const created = await db
    .select(UNLISTED)
    .from(beers)
    .where(and(isNotNull(beers.ownerId), isNew))
  if (created.length === 0) return 0
  const moved = await promoteAmong(db, await indexOf(created))
  const ids = created.map(({ id }) => id)
  await db
    .update(beers)
    .set({ changedVersion: version })
    .where(and(isAnyOf(beers.id, ids), isNew))
  return moved
}

/** Promotes those of the unlisted beers that match exactly one listed beer. Returns how many. */
async function promoteAmong(db: Db, unlisted: UnlistedIndex): Promise<number> {
  if (unlisted.byKey.size === 0) return 0
  const isOfBrewery = isAnyOf(beers.breweryId, await breweriesOf(db, unlisted))
  let moved = 0
  for (const [{ id: from }, [to, ...others]] of await matchesOf(unlisted, listedBeers(db, isOfBrewery))) {
    if (to === undefined || others.length > 0) continue
    if (await db.transaction((tx) => move(tx, from, to))) moved += 1
  }
  return moved
}

type Unlisted = Pick<typeof beers.$inferSelect, 'id' | 'name' | 'abv'> & { brewery: string | null }

const UNLISTED = { id: beers.id, name: beers.name, brewery: beers.breweryText, abv: beers.abv }

/** Those that name their brewery, in the order of an index. */
function unlistedBeers(db: Db): AsyncIterable<Unlisted> {
  const { ownerId, ownerKey } = beers
  return inBatches((last: (Unlisted & Pick<typeof beers.$inferSelect, 'ownerId' | 'ownerKey'>) | undefined) =>
    db
      .select({ ...UNLISTED, ownerId, ownerKey })
      .from(beers)
      .where(
        and(
          isNotNull(ownerId),
          isNotNull(beers.breweryText),
          last && sql`(${ownerId}, ${ownerKey}) > (${last.ownerId}::int, ${last.ownerKey}::text)`,
        ),
      )
      .orderBy(asc(ownerId), asc(ownerKey))
      .limit(BATCH),
  )
}

interface UnlistedIndex {
  byKey: Map<string, Unlisted[]>
  /** As `foldToWords` writes their names. */
  breweries: Set<string>
}

async function indexOf(unlisted: AsyncIterable<Unlisted> | Iterable<Unlisted>): Promise<UnlistedIndex> {
  const index: UnlistedIndex = { byKey: new Map(), breweries: new Set() }
  for await (const beer of unlisted) {
    const brewery = beer.brewery ?? ''
    index.breweries.add(foldToWords(brewery))
    for (const key of keysOf([beer.name], [brewery])) {
      const namesakes = index.byKey.get(key)
      if (namesakes) namesakes.push(beer)
      else index.byKey.set(key, [beer])
    }
  }
  return index
}

/** The ids of the breweries with a name that one of the unlisted beers has. Comparing all listed beers would take too long. */
async function breweriesOf(db: Db, { breweries: named }: UnlistedIndex): Promise<number[]> {
  const { id, name, aliases } = breweries
  const all = inBatches((last: { id: number } | undefined) =>
    db
      .select({ id, name, aliases })
      .from(breweries)
      .where(gt(id, last?.id ?? 0))
      .orderBy(asc(id))
      .limit(BATCH),
  )
  const ids: number[] = []
  for await (const row of all)
    if ([row.name, ...row.aliases].some((one) => named.has(foldToWords(one)))) ids.push(row.id)
  return ids
}

type Listed = Pick<typeof beers.$inferSelect, 'id' | 'name' | 'aliases' | 'abv'> & {
  brewery: string
  breweryAliases: string[]
}

/** Returns the listed beers that each of the unlisted beers may be. */
async function matchesOf({ byKey }: UnlistedIndex, among: AsyncIterable<Listed>): Promise<Map<Unlisted, Set<number>>> {
  const matches = new Map<Unlisted, Set<number>>()
  for await (const listed of among) {
    for (const key of keysOf([listed.name, ...listed.aliases], [listed.brewery, ...listed.breweryAliases])) {
      for (const beer of byKey.get(key) ?? []) {
        if (!sameAbv(beer.abv, listed.abv)) continue
        matches.set(beer, (matches.get(beer) ?? new Set()).add(listed.id))
      }
    }
  }
  return matches
}

function listedBeers(db: Db, isAmong: SQL): AsyncIterable<Listed> {
  return inBatches((last: Listed | undefined) =>
    db
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
      .where(and(gt(beers.id, last?.id ?? 0), isAmong, isNull(beers.ownerId), eq(beers.removed, false)))
      .orderBy(asc(beers.id))
      .limit(BATCH),
  )
}

/** `read`: at most `BATCH` rows that follow the given one, in their order. */
async function* inBatches<Row>(read: (last: Row | undefined) => Promise<Row[]>): AsyncGenerator<Row> {
  for (let last: Row | undefined; ; ) {
    const rows = await read(last)
    yield* rows
    last = rows.at(-1)
    if (last === undefined || rows.length < BATCH) return
  }
}

/** Returns false if one of the two was deleted in the meantime. */
async function move(tx: Tx, from: number, to: number): Promise<boolean> {
  const [unlisted] = await tx.select({ ownerId: beers.ownerId }).from(beers).where(eq(beers.id, from))
  if (!unlisted?.ownerId) return false
  await lockUser(tx, unlisted.ownerId)
  // Its barcodes may count for everyone from now on, which changes the catalogue.
  if ((await tx.$count(confirmedBarcodes, eq(confirmedBarcodes.beerId, from))) > 0) await lockCatalogueVersion(tx)
  const locked = await tx.execute(sql`
    select id from beers where (id = ${from} and owner_id is not null) or (id = ${to} and owner_id is null and not removed)
    order by id for update`)
  if (locked.rows.length < 2) return false
  await moveInScans(tx, from, to, unlisted.ownerId)
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

/**
 * No beer becomes an alternative to itself or one of two equal ones, and a group lists each beer once, as when its photo is read. Only scans
 * of its owner name an unlisted beer: no index finds those in which it is an alternative.
 */
async function moveInScans(tx: Tx, from: number, to: number, ownerId: number): Promise<void> {
  const { rows } = await tx.execute<{ scanId: string }>(
    sql`update scan_items set beer_id = ${to} where beer_id = ${from} returning scan_id as "scanId"`,
  )
  const isOfMoved = isAnyOf(scanItems.scanId, [...new Set(rows.map(({ scanId }) => scanId))])
  await tx.execute(sql`
    update scan_items set alternatives = (
      select coalesce(jsonb_agg(jsonb_set(one, '{beerId}', to_jsonb(beer)) order by nth), '[]') from (
        select distinct on (beer) beer, one, nth
        from jsonb_array_elements(alternatives) with ordinality as listed(one, nth),
          lateral (select coalesce(nullif((one ->> 'beerId')::int, ${from}::int), ${to}::int) as beer) as moved
        where beer <> ${to} or scan_items.beer_id <> ${to}
        order by beer, nth) as others)
    where scan_id in (select id from scans where user_id = ${ownerId})
      and (alternatives @> jsonb_build_array(jsonb_build_object('beerId', ${from}::int)) or (beer_id = ${to} and ${isOfMoved}))`)
  await tx.execute(sql`
    with repeated as (
      select scan_id, min(position) as first, sum(count)::int as packs from scan_items join scans on scans.id = scan_id
      where scans.scan_type = 'multiple_beers' and beer_id = ${to} and ${isOfMoved}
      group by scan_id having count(*) > 1),
    gone as (
      delete from scan_items using repeated
      where scan_items.scan_id = repeated.scan_id and beer_id = ${to} and position > repeated.first)
    update scan_items set count = repeated.packs from repeated
    where scan_items.scan_id = repeated.scan_id and position = repeated.first`)
}

type Rating = typeof beerRatings.$inferSelect

async function moveRatings(tx: Tx, from: number, to: number): Promise<void> {
  const moved = await tx.delete(beerRatings).where(eq(beerRatings.beerId, from)).returning()
  for (const rating of moved) {
    const ofUser = and(eq(beerRatings.beerId, to), eq(beerRatings.userId, rating.userId))
    const [other] = await tx.delete(beerRatings).where(ofUser).returning()
    await tx
      .insert(beerRatings)
      .values({ userId: rating.userId, beerId: to, ...joined(other ? [other, rating] : [rating]) })
  }
}

/** The newest rating, and what undoing its import restores. An own one is preferred to imported ones of the same time. */
function joined(ratings: readonly Rating[]): Omit<Rating, 'userId' | 'beerId'> {
  const [own] = ratings
    .flatMap((one) => (one.importId === null ? asReplaced(one) : (one.replaced ?? [])))
    .sort(newestFirst)
  const [newest, ...olderImported] = ratings
    .flatMap(({ importId, ...one }) =>
      importId === null ? [] : [{ ...asReplaced(one), importId }, ...one.olderImported],
    )
    .filter((one) => !own || newestFirst(one, own) < 0)
    .sort(newestFirst)
  const current = newest ?? own
  if (!current) throw new Error('no ratings to join')
  return {
    rating: current.rating,
    ratedAt: new Date(current.ratedAt),
    importId: newest?.importId ?? null,
    replaced: (newest && own) ?? null,
    olderImported,
  }
}

const asReplaced = ({ rating, ratedAt }: Pick<Rating, 'rating' | 'ratedAt'>) => ({
  rating,
  ratedAt: ratedAt.toISOString(),
})

const newestFirst = (a: { ratedAt: string }, b: { ratedAt: string }) => Date.parse(b.ratedAt) - Date.parse(a.ratedAt)
