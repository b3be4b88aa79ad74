/** The beers of the photo that was just scanned. Polls pending ratings until all are known. */
import { useQueries, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link } from 'wouter'
import { type Beer, getBeer, getScan, outcomeOf, RATING_POLL_MS, type SightedBeer } from '#contracts'
import { queryOf } from '#web/api/queries.ts'
import { isPending } from '#web/beer/rating.tsx'
import { handoff, type MenuBeers, useHandoff } from '#web/handoff/handoff.ts'
import { usePreviousPage } from '#web/handoff/way-back.ts'
import { isolated } from '#web/language/isolated.ts'
import { foundText } from '#web/scan-result/scan-summary.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/message.tsx'
import { whenText } from '#web/ui/when.ts'
import { MenuList } from './menu-list.tsx'
import { MenuSkeleton } from './menu-skeleton.tsx'
import { OwnScanActions, OwnScanNotes } from './own-scan.tsx'
import { t } from './texts.ts'

export function ScannedMenuScreen() {
  const { menu, capturedImage, nothingFound } = useHandoff()
  const back = usePreviousPage()
  usePendingRatings(menu)
  // The answer has the beers; only the stored scan has the number of containers, and can be shared, once it has ended.
  const { data: scan } = useQuery({
    ...queryOf(getScan, { params: { id: menu?.scanId ?? '' } }),
    enabled: menu !== null,
  })
  const isAnalyzing = !menu && capturedImage !== null && !nothingFound
  const context = menu?.context ?? capturedImage?.context ?? 'auto'

  return (
    <MenuList
      title={isAnalyzing ? t('analyzing') : t(`contexts.${context}`)}
      above={
        menu &&
        [menu.title && isolated(menu.title), t('scannedAt', { when: whenText(menu.readAt) })]
          .filter(Boolean)
          .join(' · ')
      }
      beers={menu?.beers ?? []}
      found={scan?.status === 'completed' ? foundText(scan) : null}
      isPrinted={context === 'menu'}
      own={menu ? { scanId: menu.scanId, context, unread: scan?.spots ?? [] } : undefined}
      actions={<OwnScanActions scan={scan} />}
      note={<OwnScanNotes scan={scan} />}
      onBack={back}
      instead={
        isAnalyzing ? (
          <MenuSkeleton label={t('analyzing')} />
        ) : menu && menu.beers.length > 0 ? undefined : (
          <EmptyState
            title={t(`empty.${context}`)}
            action={
              <Link href="/" className={buttonClass('primary')}>
                {t('scan')}
              </Link>
            }
          >
            {t('emptyLine')}
          </EmptyState>
        )
      }
    />
  )
}

function usePendingRatings(menu: MenuBeers | null): void {
  const pendingIds = [...new Set(menu?.beers.filter(isPending).map((beer) => beer.id))]
  const rated = useQueries({
    queries: pendingIds.map((id) => ({ ...queryOf(getBeer, { params: { id } }), refetchInterval: RATING_POLL_MS })),
    combine: (results) =>
      results.flatMap(({ data }, index) =>
        data && !isPending(data) ? [{ pendingId: pendingIds[index], beer: data }] : [],
      ),
  })
  useEffect(() => {
    if (!menu || rated.length === 0) return
    const beers = menu.beers.map((beer) => {
      const now = rated.find(({ pendingId }) => pendingId === beer.id)?.beer
      return now && isPending(beer) ? withRating(beer, now) : beer
    })
    handoff.leaveMenu({ ...menu, beers })
  }, [menu, rated])
}

function withRating(beer: SightedBeer, now: Beer): SightedBeer {
  // The catalogue listed the beer meanwhile: its old id redirects.
  if (now.id !== beer.id)
    return { ...beer, ...now, outcome: outcomeOf({ listed: now.listed, confidence: beer.confidence }) }
  const { rating, ratingOrigin, ratingRange, ratingCount } = now
  return { ...beer, rating, ratingOrigin, ratingRange, ratingCount }
}
