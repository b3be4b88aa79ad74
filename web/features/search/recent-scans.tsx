/** The last scans, three at first. A heart removes the scan's beer from the favourites. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import { listScans, RECENT_SCANS_SHOWN, type Scan } from '#contracts'
import { saidBy } from '#web/api/call-error.ts'
import { queryOf } from '#web/api/queries.ts'
import { resultsPath } from '#web/beer/beer-facts.ts'
import { useFavoriteToggle } from '#web/beer/favorites.ts'
import { Heart } from '#web/beer/heart.tsx'
import { ScanRow } from '#web/beer/scan-row.tsx'
import { historyPath, kindOf } from '#web/beer/scan-summary.ts'
import { handoff } from '#web/handoff/handoff.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { EmptyState, FailurePanel } from '#web/ui/message.tsx'
import { SectionHeading } from '#web/ui/screen.tsx'
import { SeeMore } from '#web/ui/see-more.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { TEXTS } from './texts.ts'

/** A finished single scan opens its beer. */
function pathOf(scan: Scan): string {
  const opensBeer = scan.status === 'completed' && kindOf(scan) === 'single' && scan.beerId !== null
  return opensBeer && scan.beerId !== null ? resultsPath(scan.beerId) : historyPath(scan)
}

export function RecentScans() {
  const { data: scans, error, refetch } = useQuery(queryOf(listScans, {}))
  const favorites = useFavoriteToggle('heart')
  const [isExpanded, setExpanded] = useState(false)
  const shown = isExpanded ? scans : scans?.slice(0, RECENT_SCANS_SHOWN)
  const more = (scans?.length ?? 0) - RECENT_SCANS_SHOWN
  return (
    <section>
      <SectionHeading>{TEXTS.recentScans}</SectionHeading>
      {shown ? (
        <ul>
          {shown.map((scan) => (
            <ScanRow
              key={scan.id}
              scan={scan}
              href={pathOf(scan)}
              heading="h3"
              onOpen={() => handoff.comingFrom('/search')}
              end={scan.beer && <Heart beer={scan.beer} favorites={favorites} />}
            />
          ))}
        </ul>
      ) : error ? (
        <FailurePanel title={TEXTS.scansFailed} said={saidBy(error)} retry={() => void refetch()} />
      ) : (
        <SkeletonRows count={RECENT_SCANS_SHOWN} label={TEXTS.recentScans} />
      )}
      {scans?.length === 0 && (
        <EmptyState
          title={TEXTS.noScans}
          action={
            <Link href="/" className={buttonClass()}>
              {TEXTS.firstScan}
            </Link>
          }
        >
          {TEXTS.noScansLine}
        </EmptyState>
      )}
      {more > 0 && (
        <SeeMore
          isExpanded={isExpanded}
          toggle={() => setExpanded((before) => !before)}
          label={isExpanded ? TEXTS.showLess : TEXTS.seeMore(more)}
        />
      )}
    </section>
  )
}
