/** What the rating is based on, by source, and the percentile within the style. */
import { Medal } from 'lucide-react'
import type { Beer, BeerDetails, RatingEvidence } from '#contracts'
import { inStyleText, ratingBasis, ratingMark, ratingText } from '#web/beer/beer-facts.ts'
import { isPending } from '#web/beer/rating.tsx'
import { TEXTS } from './texts.ts'

export function RatingBasis({ beer, evidence }: { beer: Beer; evidence: BeerDetails['evidence'] }) {
  const standing = inStyleText(beer)
  const shown = ratingMark(beer) === null ? beer.rating.toFixed(1) : ratingText(beer)
  const sources = evidence && sourcesText(evidence)
  return (
    <div className="mt-2 grid gap-1 px-1 text-[0.82rem] text-ink-3">
      <p>{isPending(beer) ? TEXTS.pending : `Rating ${shown}, ${ratingBasis(beer)}`}</p>
      {sources && <p>{sources}</p>}
      {standing && beer.standing && (
        <p className="flex items-center gap-1.5 text-[0.9rem] font-semibold text-accent-ink">
          <Medal size={16} aria-hidden="true" className="shrink-0" />
          <span>
            {standing}
            <span className="font-normal text-ink-3"> {TEXTS.ranked(beer.standing.beers)}</span>
          </span>
        </p>
      )}
    </div>
  )
}

/** Null unless ratings were imported: otherwise the line above says it all. */
function sourcesText({ votes, imported }: RatingEvidence): string | null {
  if (imported.length === 0) return null
  const from = imported.map(({ source, count }) => TEXTS.imported(nameOf(source), count))
  return [votes > 0 && TEXTS.votes(votes), ...from].filter(Boolean).join(' · ')
}

/** Display names of the sources; unknown ones show their id. */
const NAMES: Readonly<Record<string, string>> = {
  untappd: 'Untappd',
  openbeerdb: 'openbeerdb.com',
  'open-food-facts': 'Open Food Facts',
  'punk-api': 'the Punk API',
  'beer-db': 'beer.db',
  wikidata: 'Wikidata',
  table: 'an imported table',
}
const nameOf = (source: string) => NAMES[source] ?? source
