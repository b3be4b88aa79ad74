/** The beer page: picture, rating and its basis, facts and stores. */
import { useQuery } from '@tanstack/react-query'
import { PencilLine, Share2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link, Redirect, useLocation, useSearchParams } from 'wouter'
import { type Beer, type BeerDetails, getBeer, RATING_POLL_MS } from '#contracts'
import { CallError, userMessage } from '#web/api/call-error.ts'
import { queryOf, useUser } from '#web/api/queries.ts'
import { abvText, ibuText, kindText, provisionalText, ratingMark, statusText } from '#web/beer/beer-facts.ts'
import { BeerShot } from '#web/beer/beer-picture.tsx'
import { BreweryLink } from '#web/beer/beer-row.tsx'
import { useFavoriteToggle } from '#web/beer/favorites.ts'
import { ForYouLine } from '#web/beer/for-you/for-you.tsx'
import { EmptyCan } from '#web/beer/placeholder-art.tsx'
import { GlassRating, isPending } from '#web/beer/rating.tsx'
import { ratingQueue, withQueuedRating } from '#web/beer/rating-queue.ts'
import { styleDescription, useStyleFacts } from '#web/beer/styles/style-facts.ts'
import { styleText } from '#web/beer/styles/style-text.ts'
import { ChangeBeerSheet } from '#web/beer-form/own-beer-sheet.tsx'
import { type CurrentBeer, handoff, isWholeBeer, useHandoff } from '#web/handoff/handoff.ts'
import { resultsPath } from '#web/handoff/paths.ts'
import { usePreviousPage } from '#web/handoff/way-back.ts'
import { placeText } from '#web/language/countries.ts'
import { numberText } from '#web/language/formats.ts'
import { ConfidenceBadge } from '#web/scan-result/confidence-badge.tsx'
import { isDoubtful } from '#web/scan-result/doubtful-choice.tsx'
import { ScanEngineNoteById } from '#web/scan-result/engine-note.tsx'
import { NotThisBeer } from '#web/scan-result/not-this-beer.tsx'
import { ReadEvidence } from '#web/scan-result/read-evidence.tsx'
import { SinglePicture } from '#web/scan-result/single-picture.tsx'
import { useShare } from '#web/scan-result/use-share.ts'
import { Button, buttonClass, IconButton } from '#web/ui/button.tsx'
import { EmptyState, FailurePanel } from '#web/ui/message.tsx'
import { BackButton, Card, Screen, ScreenHeading, useScreenTitle } from '#web/ui/screen.tsx'
import { useIsShown } from '#web/ui/shown.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { wordSize } from '#web/ui/word-size.ts'
import { CorrectionSheet } from './correction-sheet.tsx'
import { DoubtfulRead } from './doubtful-read.tsx'
import { FactsBasis } from './facts-basis.tsx'
import { OwnNotes } from './own-notes.tsx'
import { OwnPicture } from './own-picture.tsx'
import { OwnRating } from './own-rating.tsx'
import { OwnTasting } from './own-tasting.tsx'
import { InStyleStanding, RatingBasis } from './rating-basis.tsx'
import { ServingFacts } from './serving-facts.tsx'
import { Similar, SuggestedNear } from './similar-beers.tsx'
import { StoresSheet } from './stores-sheet.tsx'
import { t } from './texts.ts'

export function BeerScreen() {
  const [search] = useSearchParams()
  const { currentBeer, capturedImage, menu } = useHandoff()
  const id = Number(search.get('beer'))
  if (Number.isInteger(id) && id > 0) {
    const isRead = currentBeer?.beer.id === id && isDoubtful(currentBeer)
    return isRead ? <DoubtfulRead read={currentBeer} /> : <BeerPage key={id} id={id} share={search.get('share')} />
  }
  if (currentBeer) return <Redirect to={resultsPath(currentBeer.beer.id)} replace />
  return <Redirect to={capturedImage || menu ? '/menu-view' : '/'} replace />
}

function BeerPage({ id, share }: { id: number; share: string | null }) {
  useStyleFacts()
  const {
    data: stored,
    error,
    refetch,
  } = useQuery({
    ...queryOf(getBeer, { params: { id }, ...(share !== null && { query: { share } }) }),
    refetchInterval: ({ state }) => (state.data && isPending(state.data) ? RATING_POLL_MS : false),
  })
  const queued = ratingQueue.useWaiting(useUser().data?.id)
  const data = stored && withQueuedRating(stored, queued)
  const { currentBeer, openedBeers } = useHandoff()
  const goBack = usePreviousPage()
  const sighting = currentBeer?.beer.id === id ? currentBeer : null
  const isGone = error instanceof CallError && error.status === 404
  const opened = isGone ? undefined : openedBeers.get(id)
  const beer = data ?? sighting?.beer ?? (opened && isWholeBeer(opened) ? opened : undefined)
  const pictured = beer ?? (opened && { brewery: null, style: null, imageUrl: null, ...opened })
  const name = pictured?.name
  useScreenTitle(isGone ? t('notFound') : (name ?? t('loading')))
  const failure = error && (
    <FailurePanel title={t('failed')} message={userMessage(error)} retry={() => void refetch()} />
  )
  // The unlisted beer has joined the catalogue under another id.
  if (data && data.id !== id) return <Redirect to={resultsPath(data.id)} replace />
  // A beer that the user may save needs no share token.
  if (data?.canKeep && share !== null) return <Redirect to={resultsPath(data.id)} replace />
  if (isGone && !beer) {
    return (
      <Screen title={t('notFound')} back={{ label: t('back'), go: goBack }}>
        <EmptyState
          action={
            <Link href="/search" className={buttonClass()}>
              {t('searchInstead')}
            </Link>
          }
        >
          {t('notFoundLine')}
        </EmptyState>
      </Screen>
    )
  }

  return (
    <main className="relative min-h-dvh overflow-x-clip bg-ground">
      <div className="dusk relative h-[min(38dvh,366px)] min-h-60 bg-[radial-gradient(90%_90%_at_50%_20%,#d98a2b,#6d3b14_60%,#120d09_100%)] text-ink">
        {pictured ? (
          <BeerShot beer={pictured} className="absolute inset-x-0 top-[12%] mx-auto h-[76%] animate-settle" />
        ) : error ? (
          <EmptyCan className="absolute inset-x-0 top-[12%] mx-auto h-[76%]" />
        ) : (
          <Skeleton className="absolute inset-x-0 top-[15%] mx-auto h-[66%] w-28 opacity-40" />
        )}
        <div className="absolute inset-x-0 top-0 flex justify-between px-2.5 pt-[max(0.6rem,env(safe-area-inset-top))]">
          <BackButton label={t('back')} go={goBack} className="bg-stout/65 text-foam" />
          {beer && <ShareButton beer={beer} ownRating={data?.ownRating ?? null} />}
        </div>
      </div>
      <div className="relative -mt-10 rounded-t-[30px] bg-ground pt-6.5 above-tabs">
        <div className="column column-wide px-5.5">
          {name === undefined && (
            <h1 tabIndex={-1} className="sr-only">
              {t('nameless')}
            </h1>
          )}
          {beer ? (
            <BeerFacts beer={beer} details={data} sighting={sighting} failure={failure} />
          ) : failure ? (
            <>
              {name !== undefined && <BeerHeading name={name} />}
              {failure}
            </>
          ) : (
            <DetailsSkeleton name={name} />
          )}
        </div>
      </div>
    </main>
  )
}

interface BeerFactsProps {
  beer: Beer
  /** Undefined while loading; the beer of the list or scan is shown until then. */
  details: BeerDetails | undefined
  /** Null unless this beer comes from the last photo. */
  sighting: CurrentBeer | null
  /** Why the details are missing. */
  failure: ReactNode
}

function BeerFacts({ beer, details, sighting, failure }: BeerFactsProps) {
  const confidence = sighting?.confidence ?? null
  const favorites = useFavoriteToggle('page')
  const [isStoresOpen, setStoresOpen] = useState(false)
  const [isCorrectionOpen, setCorrectionOpen] = useState(false)
  const saved = favorites.isSaved(beer.id)
  const canKeep = details?.canKeep ?? true
  const DescriptionSheet = beer.listed ? CorrectionSheet : ChangeBeerSheet
  const [kind, status, provisional] = [kindText(beer), statusText(beer), provisionalText(beer)]
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
        <div className="max-w-full flex-[1_1_9rem]">
          <BeerHeading name={beer.name} />
          <BreweryLink beer={beer} />
        </div>
        <GlassRating beer={beer} />
      </div>
      <ul className="my-3.5 flex flex-wrap gap-2" aria-label={t('atAGlance')}>
        {beer.style && <Chip>{styleText(beer.style)}</Chip>}
        {beer.place && <Chip>{placeText(beer.place)}</Chip>}
        {kind && <Chip>{kind}</Chip>}
        {status && <Chip>{status}</Chip>}
        {!beer.listed && <Chip>{t('unlisted')}</Chip>}
        {provisional && <Chip>{provisional}</Chip>}
        {sighting?.origin === 'barcode' && <Chip>{t('byBarcode')}</Chip>}
        {sighting?.origin === 'correction' && <Chip>{t('byCorrection')}</Chip>}
        {confidence !== null && (
          <li>
            <ConfidenceBadge percent={confidence} className="min-h-8 px-3 text-[0.82rem]" />
          </li>
        )}
        {sighting && sighting.scanId !== null && (
          <li className="-my-1.5">
            <Correction beer={beer} />
          </li>
        )}
      </ul>
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(5.2rem,100%),1fr))] gap-2.5">
        <Fact term={t('abv')} value={abvText(beer.abv)} />
        <Fact term="IBU" value={ibuText(beer.ibu)} />
        <RatingFact beer={beer} />
      </dl>
      <InStyleStanding beer={beer} />
      <ForYouLine beer={beer} />
      {beer.description && (
        <p lang="en" className="mt-3 text-ink-2">
          {beer.description}
        </p>
      )}
      {beer.styleDescription && (
        <p className="mt-3 text-ink-2">
          {t('typicalOfStyle')} <TasteOfStyle style={beer.style} english={beer.styleDescription} />
        </p>
      )}
      <div className="mt-5 flex flex-wrap gap-3">
        {canKeep && (
          <Button
            variant={saved ? 'quiet' : 'primary'}
            className="flex-1"
            aria-disabled={favorites.isBusy(beer.id)}
            disabled={!saved && isPending(beer)}
            onClick={() => void favorites.toggle(beer)}
          >
            {saved ? t('remove') : t('save')}
          </Button>
        )}
        <Button variant="quiet" className="flex-1" onClick={() => setStoresOpen(true)}>
          {t('findStores')}
        </Button>
      </div>
      {canKeep && <OwnTasting beer={beer} />}
      {!canKeep ? (
        <p className="mt-4 px-1 text-[0.88rem] text-ink-2">{t('onlyToSee')}</p>
      ) : details ? (
        <OwnRating beer={details} />
      ) : (
        failure || <Skeleton className="mt-4 h-18 rounded-card" />
      )}
      <div className="mt-4 grid gap-1 px-1 text-[0.82rem] text-ink-3">
        <RatingBasis beer={beer} evidence={details?.evidence ?? null} />
        {details || failure ? (
          <FactsBasis facts={details?.facts ?? null} />
        ) : (
          <Skeleton className="h-[1.24rem] w-3/5" />
        )}
      </div>
      <RecognitionDetails beer={beer} />
      {canKeep && <OwnNotes beerId={beer.id} />}
      {canKeep && <OwnPicture beer={beer} />}
      <SinglePicture beer={beer} />
      {(beer.listed || canKeep) && (
        <button
          type="button"
          aria-haspopup="dialog"
          className="mt-3 inline-flex min-h-11 items-center gap-2 px-1 text-[0.9rem] font-semibold text-accent-ink"
          onClick={() => setCorrectionOpen(true)}
        >
          <PencilLine size={16} aria-hidden="true" />
          {t(beer.listed ? 'correction.open' : 'changeOwn')}
        </button>
      )}
      {details?.serving && <ServingFacts serving={details.serving} />}
      <SuggestedNear beer={beer} />
      <Similar beerId={beer.id} />
      {isCorrectionOpen && <DescriptionSheet beer={beer} onClose={() => setCorrectionOpen(false)} />}
      {isStoresOpen && <StoresSheet beer={beer} onClose={() => setStoresOpen(false)} />}
    </>
  )
}

function BeerHeading({ name }: { name: string }) {
  return (
    <ScreenHeading
      className="leading-[1.06] [overflow-wrap:break-word]"
      size={wordSize(name, name.length > 36 ? 1.4 : 1.85, '100vw - 44px')}
    >
      {name}
    </ScreenHeading>
  )
}

/** How many ratings the number is based on, or that it is an estimate. */
function RatingFact({ beer }: { beer: Beer }) {
  const { ratingCount } = beer
  const isRated = ratingCount !== null && ratingCount > 0 && ratingMark(beer) === null
  if (isRated) return <Fact term={t('basedOn')} value={numberText(ratingCount)} />
  return <Fact term={t('rating')} value={isPending(beer) ? '…' : t(ratingMark(beer) ? 'estimate' : 'ratings')} />
}

function Chip({ children }: { children: string }) {
  return <li className="rounded-full border border-line bg-raised px-3 py-1.5 text-[0.82rem] text-ink-2">{children}</li>
}

/** Letters from which a word is smaller than a number. */
const LONG_FACT = 6
/** A third of the column, less the padding of a tile. */
const FACT_ROOM = '(100vw - 64px) / 3 - 22px'

function Fact({ term, value }: { term: string; value: string }) {
  return (
    <Card className="flex min-w-0 flex-col gap-1.5 rounded-[18px]! px-3.5 py-3 max-[22rem]:px-2.5">
      <dt className="machine text-ink-3">{term}</dt>
      <dd
        className="display mt-auto leading-none"
        style={{ fontSize: wordSize(value, value.length > LONG_FACT ? 1.05 : 1.4, FACT_ROOM) }}
      >
        {value}
      </dd>
    </Card>
  )
}

function ShareButton({ beer, ownRating }: { beer: Beer; ownRating: number | null }) {
  const { watch, share } = useShare([beer, ownRating], async () => {
    const { drawBeerCard } = await import('#web/scan-result/share-card.tsx')
    return await drawBeerCard(beer, ownRating)
  })
  const words = () => ({
    title: beer.name,
    text:
      beer.brewery === null
        ? t('shareText', { name: beer.name })
        : t(beer.isStoreBrand ? 'shareTextFrom' : 'shareTextOf', { name: beer.name, brewery: beer.brewery }),
    url: location.href,
  })
  return (
    <IconButton label={t('share')} {...watch} onClick={() => void share(words)} className="bg-stout/65 text-foam">
      <Share2 size={21} />
    </IconButton>
  )
}

/** For the beer of the last photo: the engine note and the text read. */
function RecognitionDetails({ beer }: { beer: Beer }) {
  const { currentBeer } = useHandoff()
  if (currentBeer?.beer.id !== beer.id || currentBeer.scanId === null) return null
  const { scanId, origin, readText } = currentBeer
  // Barcodes and corrections say nothing about single fields.
  const isOfLabel = (origin ?? 'label') === 'label'
  const fieldConfidence = isOfLabel ? (currentBeer.fieldConfidence ?? null) : null
  return (
    <>
      <ScanEngineNoteById scanId={scanId} beerId={beer.id} />
      <ReadEvidence readText={readText} fieldConfidence={fieldConfidence} className="mt-4 px-1" />
    </>
  )
}

/** For the beer of the last photo: correction. */
function Correction({ beer }: { beer: Beer }) {
  const { currentBeer } = useHandoff()
  const [, navigate] = useLocation()
  const isShown = useIsShown()
  if (currentBeer?.beer.id !== beer.id || currentBeer.scanId === null) return null
  const { scanId, alternatives, readText } = currentBeer
  return (
    <NotThisBeer
      scanId={scanId}
      item={0}
      beer={beer}
      label={currentBeer}
      alternatives={alternatives}
      onCorrected={(scan, right) => {
        if (!isShown()) return
        handoff.leaveBeer({ beer: right, scanId, confidence: null, alternatives: scan.alternatives, readText })
        navigate(resultsPath(right.id), { replace: true })
      }}
      onUndone={(right) => {
        const current = handoff.get().currentBeer
        if (current?.scanId !== scanId || current.beer.id !== right.id) return
        handoff.leaveBeer(currentBeer)
        if (location.pathname + location.search === resultsPath(right.id))
          navigate(resultsPath(beer.id), { replace: true })
      }}
    />
  )
}

/** `name`: if it is known already. */
function DetailsSkeleton({ name }: { name: string | undefined }) {
  return (
    <div className="grid gap-4">
      <p role="status" className="sr-only">
        {t('loading')}
      </p>
      <div className="flex flex-wrap justify-between gap-x-4 gap-y-3">
        <div className="grid max-w-full flex-[1_1_9rem] content-start gap-2.5">
          {name === undefined ? <Skeleton className="h-8 w-44" /> : <BeerHeading name={name} />}
          <Skeleton className="h-4 w-32" />
        </div>
        <Skeleton className="h-21 w-24" />
      </div>
      <Skeleton className="h-8 w-56 rounded-full" />
      <div className="grid grid-cols-3 gap-2.5">
        <Skeleton className="h-18 rounded-[18px]" />
        <Skeleton className="h-18 rounded-[18px]" />
        <Skeleton className="h-18 rounded-[18px]" />
      </div>
      <Skeleton className="h-16" />
      <Skeleton className="h-13 rounded-button" />
    </div>
  )
}

function TasteOfStyle({ style, english }: { style: string | null; english: string }) {
  const { text, lang } = styleDescription(style, english)
  return <span lang={lang}>{text}</span>
}
