/** What the rating is based on, by source, and the percentile within the style. */
import { Medal } from 'lucide-react'
import type { Beer, BeerDetails, RatingEvidence } from '#contracts'
import { inStyleText, preciseRatingText, ratingBasis } from '#web/beer/beer-facts.ts'
import { isPending } from '#web/beer/rating.tsx'
import { t } from './texts.ts'

export function RatingBasis({ beer, evidence }: { beer: Beer; evidence: BeerDetails['evidence'] }) {
  const sources = evidence && sourcesText(evidence)
  return (
    <>
      <p>
        {isPending(beer)
          ? t('pending')
          : t('ratingBasis', { rating: preciseRatingText(beer), basis: ratingBasis(beer) })}
      </p>
      {sources && <p>{sources}</p>}
    </>
  )
}

export function InStyleStanding({ beer }: { beer: Beer }) {
  const standing = inStyleText(beer)
  if (!standing || !beer.standing) return null
  return (
    <p className="mt-3 flex items-baseline gap-1.5 px-1 text-[0.9rem] font-semibold text-accent-ink">
      <Medal size={16} aria-hidden="true" className="shrink-0 self-start" />
      <span>
        {standing}
        <span className="font-normal text-ink-3"> {t('ranked', { beers: beer.standing.beers })}</span>
      </span>
    </p>
  )
}

/** Null unless ratings were imported: otherwise the line above says it all. */
function sourcesText({ votes, imported }: RatingEvidence): string | null {
  if (imported.length === 0) return null
  const from = imported.map(({ source, count }) =>
    count === null
      ? t('importedUncounted', { source: nameOf(source) })
      : t('imported', { source: nameOf(source), count }),
  )
  return [votes > 0 && t('votes', { count: votes }), ...from].filter(Boolean).join(' · ')
}

/** Display names of the sources; unknown ones show their id. */
const NAMES: Readonly<Record<string, string>> = {
  untappd: 'Untappd',
  openbeerdb: 'openbeerdb.com',
  'open-food-facts': 'Open Food Facts',
  'punk-api': 'Punk API',
  'beer-db': 'beer.db',
  wikidata: 'Wikidata',
}
const nameOf = (source: string) => (source === 'table' ? t('importedTable') : (NAMES[source] ?? source))
