/** The beers found in a fridge: the photo with its pins, and a card per beer. */
import { useQuery } from '@tanstack/react-query'
import { Heart as HeartShape } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { getScan, OVERLAY_DISMISS_MS, parseMenuData, type Scan, type SightedBeer } from '#contracts'
import { queryOf } from '#web/api/queries.ts'
import { breweryText, preciseRatingText } from '#web/beer/beer-facts.ts'
import { type FavoriteToggle, useFavoriteToggle } from '#web/beer/favorites.ts'
import { ForYouMark } from '#web/beer/for-you/for-you.tsx'
import { Heart } from '#web/beer/heart.tsx'
import { isPending, RatingMark } from '#web/beer/rating.tsx'
import { HadIt, type TastingActs, useTastingActs, WantToTry } from '#web/beer/tasting-acts.tsx'
import { TastingMark, type TastingStatus, useTastingStatuses } from '#web/beer/tasting-status.tsx'
import { useOpenBeer } from '#web/beer/use-beer-link.ts'
import { type CapturedImage, handoff, type MenuBeers } from '#web/handoff/handoff.ts'
import { resultsPath } from '#web/handoff/paths.ts'
import { AnswerPicture } from '#web/scan-result/answer-picture.tsx'
import { isAsked, shownName } from '#web/scan-result/asked.ts'
import { ConfidenceBadge } from '#web/scan-result/confidence-badge.tsx'
import { RowEstimates, ScanEngineNote } from '#web/scan-result/engine-note.tsx'
import { placed } from '#web/scan-result/menu-row.tsx'
import { type CorrectionProps, NotThisBeer, useQuestion, WhichOne } from '#web/scan-result/not-this-beer.tsx'
import { PinTile } from '#web/scan-result/pin-tile.tsx'
import { ReprocessAs, sceneOf } from '#web/scan-result/reprocess-as.tsx'
import { type Pins, usePins } from '#web/scan-result/use-pins.ts'
import { Button } from '#web/ui/button.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { useDismissAfter } from '#web/ui/timing.ts'
import { wordSize } from '#web/ui/word-size.ts'
import { t } from './texts.ts'

interface FridgeResultsProps {
  title: string
  menu: MenuBeers
  /** The captured photo, while this device has it. */
  picture: CapturedImage | null
  onClose: () => void
}

export function FridgeResults({ title, menu, picture, onClose }: FridgeResultsProps) {
  const favorites = useFavoriteToggle('heart')
  const tastingStatusOf = useTastingStatuses()
  const acts = useTastingActs()
  const [isAdding, setAdding] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const isHeld = isAdding || isAsking
  const listeners = useDismissAfter(OVERLAY_DISMISS_MS, onClose, !isHeld)
  const pinLinks = usePins()
  // The answer has the beers; only the stored scan has the unread containers.
  const { data: scan } = useQuery(queryOf(getScan, { params: { id: menu.scanId } }))
  const spots = scan?.spots ?? []
  const unsaved = menu.beers.filter((beer) => !favorites.isSaved(beer.id) && !isPending(beer) && !isAsked(beer))

  async function addAll(): Promise<void> {
    setAdding(true)
    await favorites.saveAll(unsaved)
    setAdding(false)
  }

  return (
    <Sheet
      open
      dusk
      onClose={onClose}
      title={title}
      note={
        <>
          {t('detected', { count: menu.beers.length })}
          {scan && readText(scan) && <> · {readText(scan)}</>}
        </>
      }
      {...(!isHeld && { listeners })}
      footer={
        <>
          {/* Not `disabled`, which would lose the focus. */}
          <Button className="flex-1" isBusy={isAdding || unsaved.length === 0} onClick={() => void addAll()}>
            <HeartShape size={19} aria-hidden="true" />
            {t('addAll')}
          </Button>
          <Button variant="quiet" onClick={onClose}>
            {t('close')}
          </Button>
        </>
      }
    >
      <ScanEngineNote scan={scan} />
      {picture && (
        <div className="mb-3">
          <AnswerPicture
            image={picture}
            beers={menu.beers}
            unread={spots}
            pinned="fridge"
            pinLinks={pinLinks}
            onOpenChange={setAsking}
          />
          <ReprocessAs image={picture} processedAs={sceneOf(menu.context)} className="mt-3" />
        </div>
      )}
      <ol className="grid grid-cols-2 gap-2.5">
        {placed(menu.beers).map(({ beer, place, key }) => (
          <FridgeCard
            key={key}
            beer={beer}
            place={place}
            hasPicture={picture !== null}
            pinLinks={pinLinks}
            favorites={favorites}
            acts={acts}
            tastingStatus={tastingStatusOf(beer.id)}
            correction={{ scanId: menu.scanId, item: place - 1, onOpenChange: setAsking }}
          />
        ))}
      </ol>
    </Sheet>
  )
}

interface FridgeCardProps {
  beer: SightedBeer
  place: number
  hasPicture: boolean
  pinLinks: Pins
  favorites: FavoriteToggle
  acts: TastingActs
  tastingStatus: TastingStatus | undefined
  correction: CorrectionProps
}

function FridgeCard({
  beer,
  place,
  hasPicture,
  pinLinks,
  favorites,
  acts,
  tastingStatus,
  correction,
}: FridgeCardProps) {
  const openBeer = useOpenBeer()
  const question = useQuestion(beer, correction)
  const isQuestion = isAsked(beer)
  const name = shownName(beer)
  const namesBrewery = beer.brewery !== null && name !== beer.name
  const heading = (
    <>
      <span className={hasPicture ? 'sr-only' : 'mr-1 text-accent-ink'}>{place}</span> <span>{name}</span>
    </>
  )
  return (
    <li
      id={pinLinks.rowId(place)}
      className={`relative flex flex-col rounded-card border border-line bg-surface p-3 ${pinLinks.chosen?.place === place ? 'outline-2 outline-amber' : ''}`}
    >
      <div className="flex items-start justify-between">
        <PinTile
          beer={beer}
          pin={hasPicture ? { place, onShow: () => pinLinks.toPin(place) } : undefined}
          className="h-14 w-11.5"
        />
        {/* One below the other where the card is narrow. */}
        {!isQuestion && (
          <div className="relative -mt-1.5 -mr-1.5 flex flex-wrap-reverse justify-end">
            <WantToTry beer={beer} acts={acts} isWanted={tastingStatus?.wantedAt != null} />
            <Heart beer={beer} favorites={favorites} />
          </div>
        )}
      </div>
      <h3
        className="mt-2 [overflow-wrap:break-word] leading-snug"
        style={{ fontSize: wordSize(name, 1, '50vw - 53px') }}
      >
        {isQuestion ? (
          <button type="button" aria-haspopup="dialog" onClick={question.open} className={`${FILLS_CARD} text-left`}>
            {heading}
          </button>
        ) : (
          <Link
            href={resultsPath(beer.id)}
            onClick={(event) => {
              handoff.setPreviousPage('/')
              openBeer(event, beer)
            }}
            className={FILLS_CARD}
          >
            {heading}
          </Link>
        )}
      </h3>
      {!namesBrewery && <p className="truncate text-[0.8rem] text-ink-3">{breweryText(beer) ?? t('breweryUnknown')}</p>}
      <p className="mt-1.5 flex flex-wrap items-center justify-between gap-x-2 gap-y-1.5">
        {isQuestion ? <WhichOne beer={beer} ask={question.open} /> : <CardRating beer={beer} />}
        {beer.confidence !== null && <ConfidenceBadge percent={beer.confidence} />}
      </p>
      {!isQuestion && (
        <p className="mt-1.5 flex text-[0.8rem] leading-snug empty:hidden">
          <ForYouMark beer={beer} />
        </p>
      )}
      <TastingLine tastingStatus={tastingStatus} />
      <p className="text-[0.78rem] leading-snug">
        <RowEstimates estimates={beer.estimates} />
      </p>
      {beer.count > 1 && <p className="machine mt-2 text-ink-3">×{beer.count}</p>}
      <div className="relative -mx-1.5 -mb-1.5 mt-auto flex justify-between pt-2">
        {!isQuestion && <HadIt beer={beer} acts={acts} />}
        {!isQuestion && <NotThisBeer variant="icon" {...correction} beer={beer} label={beer} />}
      </div>
      {question.sheet}
    </li>
  )
}

const FILLS_CARD = 'after:absolute after:inset-0 after:rounded-card'

/** How many bottles and cans were read, unless all were. */
function readText({ detected, menuData }: Scan): string | null {
  if (detected === null) return t('stepCloser')
  const read = parseMenuData(menuData).reduce((sum, { count }) => sum + count, 0)
  return detected > read ? t('packsRead', { read, of: detected }) : null
}

function CardRating({ beer }: { beer: SightedBeer }) {
  return (
    <span className="display text-[1.15rem] leading-none">
      {isPending(beer) ? <span className="text-sm text-ink-3"> {t('pending')}</span> : preciseRatingText(beer)}
      {!isPending(beer) && <RatingMark beer={beer} className="ml-1.5 inline-block align-middle" />}
    </span>
  )
}

function TastingLine({ tastingStatus }: { tastingStatus: TastingStatus | undefined }) {
  if (!tastingStatus) return null
  return (
    <p className="mt-1.5 text-[0.8rem] leading-snug font-semibold">
      <TastingMark tastingStatus={tastingStatus} />
    </p>
  )
}
