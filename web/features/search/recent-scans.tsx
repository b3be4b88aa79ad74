/** The latest scans, three at first. The heart of a single scan toggles its beer. */
import { Link } from 'wouter'
import { RECENT_SCANS_SHOWN, type Scan } from '#contracts'
import { useFavoriteToggle } from '#web/beer/favorites.ts'
import { Heart } from '#web/beer/heart.tsx'
import { handoff } from '#web/handoff/handoff.ts'
import { resultsPath } from '#web/handoff/paths.ts'
import { isUnsettled } from '#web/scan-result/asked.ts'
import { LastScans, type useLastScans } from '#web/scan-result/last-scans.tsx'
import { ScanRow } from '#web/scan-result/scan-row.tsx'
import { historyPath, kindOf } from '#web/scan-result/scan-summary.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/message.tsx'
import { t } from './texts.ts'

/** A finished single scan opens its beer, or asks which one it is. */
function pathOf(scan: Scan): string {
  const isSingle = scan.status === 'completed' && kindOf(scan) === 'single'
  return isSingle && scan.beer && !isUnsettled(scan.beer) ? resultsPath(scan.beer.id) : historyPath(scan)
}

export function RecentScans({ scans }: { scans: ReturnType<typeof useLastScans> }) {
  const favorites = useFavoriteToggle('heart')
  return (
    <LastScans
      scans={scans}
      atFirst={RECENT_SCANS_SHOWN}
      texts={{
        title: t('recentScans'),
        failed: t('scansFailed'),
        seeMore: (more) => t('seeMore', { more }),
        showLess: t('showLess'),
      }}
      empty={
        <EmptyState
          title={t('noScans')}
          action={
            <Link href="/" className={buttonClass()}>
              {t('firstScan')}
            </Link>
          }
        >
          {t('noScansLine')}
        </EmptyState>
      }
      row={(scan) => (
        <ScanRow
          key={scan.id}
          scan={scan}
          href={pathOf(scan)}
          heading="h3"
          onOpen={() => handoff.setPreviousPage('/search')}
          end={
            kindOf(scan) === 'single' &&
            scan.beer &&
            !isUnsettled(scan.beer) && <Heart beer={scan.beer} favorites={favorites} />
          }
        />
      )}
    />
  )
}
