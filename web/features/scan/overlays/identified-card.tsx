/** The beer that auto-scan identified, or asks about. The card closes after a while unless it is touched or focused. */
import { ChevronRight, Factory } from 'lucide-react'
import type { MouseEvent } from 'react'
import { Link } from 'wouter'
import { OVERLAY_DISMISS_MS, outcomeOf, RATING_MAX, type SingleAnswer } from '#contracts'
import { abvText, breweryText, ratingMarkText, ratingText } from '#web/beer/beer-facts.ts'
import { BeerTile } from '#web/beer/beer-picture.tsx'
import { useFavoriteToggle } from '#web/beer/favorites.ts'
import { isPending, RowRating } from '#web/beer/rating.tsx'
import { styleText } from '#web/beer/styles/style-text.ts'
import { useOpenBeer } from '#web/beer/use-beer-link.ts'
import { handoff } from '#web/handoff/handoff.ts'
import { breweryPath, resultsPath } from '#web/handoff/paths.ts'
import { shownName } from '#web/scan-result/asked.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { focusOnRemoval } from '#web/ui/heading-focus.ts'
import { useDismissAfter } from '#web/ui/timing.ts'
import { t } from './texts.ts'

const OUTCOMES = {
  sure: { title: 'identified', action: 'viewFullDetails' },
  ask: { title: 'notSure', action: 'whichOne' },
  new: { title: 'newBeer', action: 'checkName' },
} as const

/** What is said of them: of a label that recognition named, nothing. */
const ORIGINS = { label: null, barcode: 'barcodeRead', correction: 'namedBefore' } as const

export function IdentifiedCard({ found, onClose }: { found: SingleAnswer; onClose: () => void }) {
  const { beer } = found
  const favorites = useFavoriteToggle('page')
  const openBeer = useOpenBeer()
  const watch = useDismissAfter(OVERLAY_DISMISS_MS, onClose, true, { takesFocus: false })
  const saved = favorites.isSaved(beer.id)
  const outcome = outcomeOf({ ...found, listed: beer.listed })
  const isSure = outcome === 'sure'
  const name = shownName({ ...found, listed: beer.listed, name: beer.name })
  const title = t(OUTCOMES[outcome].title)
  const origin = ORIGINS[found.origin ?? 'label']

  function open(event: MouseEvent<HTMLElement>): void {
    handoff.setPreviousPage('/')
    handoff.leaveAnswer(found)
    // The page of a beer that it asks about has another picture.
    if (isSure) openBeer(event, beer)
  }

  return (
    <section
      ref={focusScreenOnRemoval}
      {...watch}
      aria-label={title}
      data-picture-card
      className="absolute inset-x-3 bottom-[calc(var(--tabs-below,80px)+1rem)] z-20 mx-auto max-h-[calc(100dvh-var(--tabs-below,80px)-2rem)] max-w-120 animate-settle overflow-y-auto rounded-[26px] border border-amber/40 bg-ground p-4 shadow-[0_-20px_70px_#000c]"
    >
      <p role="status" className="sr-only">
        {`${title}: ${name}${isPending(beer) || !isSure ? '' : `, ${ratingText(beer)}/${RATING_MAX} ${ratingMarkText(beer) ?? ''}`.trimEnd()}`}
      </p>
      <p className={`machine flex items-center gap-2 ${isSure ? 'text-hop' : 'text-accent-ink'}`}>
        <span
          aria-hidden="true"
          className={`size-2 rounded-full ${isSure ? 'bg-hop shadow-[0_0_10px_var(--color-hop)]' : 'bg-amber'}`}
        />
        {title}
      </p>
      <div className="mt-3 flex flex-wrap items-center gap-x-3.5 gap-y-2">
        <BeerTile beer={beer} />
        <div className="min-w-0 flex-[1_1_6rem]">
          <h2 className="line-clamp-2 text-[1.3rem] leading-tight">{name}</h2>
          <p className="mt-1 text-[0.86rem] leading-snug text-ink-2">
            {[styleText(beer.style), abvText(beer.abv)].filter(Boolean).join(' · ')}
          </p>
          {origin && <p className="mt-1 text-[0.82rem] text-ink-3">{t(origin)}</p>}
        </div>
        {isSure && <RowRating beer={beer} />}
      </div>
      <BreweryCard brewery={breweryText(beer)} breweryId={beer.breweryId} />
      <div className="mt-3 grid grid-cols-2 gap-2.5">
        <Link href={resultsPath(beer.id)} onClick={open} className={buttonClass('primary', 'col-span-2')}>
          {t(OUTCOMES[outcome].action)}
        </Link>
        {isSure && (
          <Button
            variant="quiet"
            className="px-2! text-[0.92rem]"
            aria-disabled={favorites.isBusy(beer.id)}
            disabled={!saved && isPending(beer)}
            onClick={() => void favorites.toggle(beer)}
          >
            {saved ? t('remove') : t('saveBeer')}
          </Button>
        )}
        <Button variant="quiet" className={`px-2! text-[0.92rem] ${isSure ? '' : 'col-span-2'}`} onClick={onClose}>
          {t('continueScanning')}
        </Button>
      </div>
    </section>
  )
}

/** The card is beside the screen, not in it. */
const focusScreenOnRemoval = focusOnRemoval(() => document.querySelector<HTMLElement>('main h1'))

function BreweryCard({ brewery, breweryId }: { brewery: string | null; breweryId: number | null }) {
  const shape = 'mt-3 flex min-h-12 items-center gap-3 rounded-2xl border border-line bg-raised px-3.5 py-2'
  const content = (
    <>
      <Factory size={19} aria-hidden="true" className="shrink-0 text-accent-ink" />
      <span className="min-w-0 flex-1 leading-snug font-semibold">{brewery ?? t('breweryUnknown')}</span>
    </>
  )
  if (breweryId === null) return <p className={shape}>{content}</p>
  return (
    <Link href={breweryPath(breweryId)} className={shape}>
      {content}
      <ChevronRight size={19} aria-hidden="true" className="shrink-0 text-ink-3" />
    </Link>
  )
}
