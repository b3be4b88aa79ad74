/**
 * Computes ratings as a Bayesian average on the 0-100 scale, in the database, for any set of beers at once:
 * (w₀ · prior + Σ weight · rating) / (w₀ + Σ weight) over votes and imported ratings. The prior is the expected rating
 * (`#catalogue/ratings`) and w₀ the number of ratings that would be as certain. Every change of a beer's evidence, and its removal,
 * must call `rateBeers`, which also marks the percentiles of its style as stale.
 */
import { type SQL, sql } from 'drizzle-orm'
import { ABV_MIN, RATING_MODEL, STRENGTH_MAX } from '#catalogue/ratings'
import { RATING_MAX, RATINGS_MIN } from '#contracts'
import type { Conn, Tx } from '../../adapters/db/database.ts'
import { beerRatings, beers, breweries, importedRatings, stylePercentiles, styles } from '../../adapters/db/schema.ts'

/** Standard deviation of the ratings that people give to one beer: w₀ = RATER_STD² / prior std². */
export const RATER_STD = 12
/** Weight of an imported mean whose source gives no number of ratings. */
const UNCOUNTED_WEIGHT = 10
/** Weight of an AI provider's estimate: enough to move the prior, little enough that a few votes outweigh it. */
const ESTIMATE_WEIGHT = 4
/** The source of AI estimates in `imported_ratings`. */
export const ESTIMATE_SOURCE = 'ai'
/** A computed rating is never 0, which means "not computed yet". */
const RATING_MIN = 1

/** Computes the ratings of the beers that match the condition `which`; returns their number. */
export async function rateBeers(conn: Conn, which: SQL): Promise<number> {
  return await conn.transaction(async (tx) => {
    // Locking is a statement of its own: under read committed, the next one sees the votes of a transaction it waited for.
    const { rows } = await tx.execute<{ held: number }>(
      sql`with held as (select from ${beers} where ${which} order by id for no key update) select count(*)::int as held from held`,
    )
    return rows[0]?.held === 0 ? 0 : await compute(tx, which)
  })
}

/** Stores an AI provider's first estimate of an unlisted beer. A beer without a rating yet is left to the rating job. */
export async function storeEstimate(tx: Tx, beerId: number, rating: number): Promise<void> {
  const inserted = await tx
    .insert(importedRatings)
    .values({ source: ESTIMATE_SOURCE, beerId, mean: rating, count: null })
    .onConflictDoNothing()
    .returning({ beerId: importedRatings.beerId })
  if (inserted.length === 0) return
  await rateBeers(tx, sql`id = ${beerId} and rating > 0`)
}

/** The prior of each chosen beer: `expectedRating` of the catalogue, in SQL. A style without a coefficient takes the mean of its family. */
const expectations = sql`
  families as (select family, avg(prior) as prior from ${styles} group by family),
  everything as (select avg(prior) as prior from ${styles}),
  expectations as (
    select chosen.id,
      coalesce(own.prior, families.prior, everything.prior, ${RATING_MAX / 2})
        -- greatest() and least() ignore nulls.
        + case when chosen.abv is null or own.typical_abv is null then 0
          else ${RATING_MODEL.strength.mean}::real * greatest(-${STRENGTH_MAX}::real, least(${STRENGTH_MAX}::real,
            ln(greatest(chosen.abv, ${ABV_MIN}::real) / greatest(own.typical_abv, ${ABV_MIN}::real)))) end
        + coalesce(${RATING_MODEL.judged.mean}::real + ${RATING_MODEL.breweryStanding.mean}::real * ${breweries.standing}, 0)
        + ${RATING_MODEL.beerStanding.mean}::real * coalesce(chosen.standing, 0) as mean,
      power(coalesce(own.prior_std, ${RATING_MODEL.anyStyle.std}::real), 2) + power(case when judged.is
        then ${RATING_MODEL.residual.known}::real else ${RATING_MODEL.residual.style}::real end, 2) as variance,
      judged.is as is_judged
    from chosen
    left join ${styles} own on own.name = chosen.style
    left join families on families.family = own.family
    left join ${breweries} on ${breweries.id} = chosen.brewery_id
    cross join lateral (select ${breweries.standing} is not null or chosen.standing is not null as is) judged
    cross join everything
  )`

async function compute(tx: Tx, which: SQL): Promise<number> {
  const { rows } = await tx.execute<{ rated: number }>(sql`
    with chosen as (
      select id, style, abv, standing, brewery_id, owner_id, removed, rating, rating_origin from ${beers} where ${which}
    ),
    votes as (
      select beer_id, sum(rating) as total, count(*) as n from ${beerRatings}
      where beer_id in (select id from chosen) group by beer_id
    ),
    imported as (
      select beer_id, sum(mean * weight) as total, sum(weight) as weight, bool_and(source = ${ESTIMATE_SOURCE}) as estimated,
        coalesce(sum(weight) filter (where source <> ${ESTIMATE_SOURCE}), 0) as people,
        case when bool_or(coalesce(count, 0) = 0) then null else sum(count) end as n
      from (
        select *, case when source = ${ESTIMATE_SOURCE} then ${ESTIMATE_WEIGHT}
          else coalesce(nullif(count, 0), ${UNCOUNTED_WEIGHT}) end as weight
        from ${importedRatings} where mean > 0 and beer_id in (select id from chosen)
      ) weighted group by beer_id
    ),
    ${expectations},
    evidence as (
      select expectations.id, expectations.mean as prior, power(${RATER_STD}::real, 2) / expectations.variance as prior_weight,
        coalesce(votes.total, 0) + coalesce(imported.total, 0) as total,
        coalesce(votes.n, 0) + coalesce(imported.weight, 0) as weight,
        case when coalesce(votes.n, 0) + coalesce(imported.people, 0) >= ${RATINGS_MIN}
            then case when votes.n > 0 then 'community' else 'imported' end
          when imported.estimated then 'ai'
          when expectations.is_judged or votes.n > 0 or imported.people > 0 then 'expected'
          else 'style' end as origin,
        case when votes.n is null and imported.weight is null then 0
          when imported.estimated then coalesce(votes.n, 0)
          when imported.weight is not null and imported.n is null then null
          else coalesce(votes.n, 0) + coalesce(imported.n, 0) end as n
      from expectations
      left join votes on votes.beer_id = expectations.id
      left join imported on imported.beer_id = expectations.id
    ),
    rated as (
      update ${beers} set
        rating = round(greatest(${RATING_MIN}, least(${RATING_MAX},
          (evidence.prior_weight * evidence.prior + evidence.total) / (evidence.prior_weight + evidence.weight)))::numeric, 1),
        rating_std = ${RATER_STD}::real / sqrt(evidence.prior_weight + evidence.weight),
        rating_origin = evidence.origin, rating_count = evidence.n
      from evidence where ${beers.id} = evidence.id
      returning ${beers.id} as id, ${beers.rating} as rating, ${beers.ratingOrigin} as origin
    ),
    stale as (
      insert into ${stylePercentiles} (style, beers, thresholds)
      select distinct chosen.style, 0, '{}'::real[] from rated join chosen on chosen.id = rated.id
      where chosen.style is not null and chosen.owner_id is null
        and (rated.origin <> 'style' or coalesce(chosen.rating_origin, 'style') <> 'style')
        and (chosen.removed or (rated.rating, rated.origin) is distinct from (chosen.rating, chosen.rating_origin))
      order by 1
      on conflict (style) do update set is_stale = true
    )
    select count(*)::int as rated from rated`)
  return rows[0]?.rated ?? 0
}
