/** The beers of a menu: sorted, filtered, one picked, several saved. */
import { ArrowDownWideNarrow, Image as ImageIcon, ImageOff, ListOrdered } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { Position, ScanContext, SightedBeer } from '#contracts'
import { useFavoriteToggle } from '#web/beer/favorites.ts'
import { useForYou } from '#web/beer/for-you/for-you.tsx'
import { useTastingActs } from '#web/beer/tasting-acts.tsx'
import { useTastingStatuses } from '#web/beer/tasting-status.tsx'
import { reducesMotion } from '#web/device/page.ts'
import { usePictureOf } from '#web/handoff/handoff.ts'
import { AnswerPicture } from '#web/scan-result/answer-picture.tsx'
import { MenuRow, type Placed, placed, type Wish } from '#web/scan-result/menu-row.tsx'
import { PendingRatings } from '#web/scan-result/pending-ratings.tsx'
import { ReprocessAs, sceneOf } from '#web/scan-result/reprocess-as.tsx'
import { type Pins, usePins } from '#web/scan-result/use-pins.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/message.tsx'
import { Screen } from '#web/ui/screen.tsx'
import { conditionsIn, type Filter, filtered, NO_FILTER, picks, shownForYou, sorted } from './arrange.ts'
import { MenuPagesSection } from './menu-pages.tsx'
import { MenuTools } from './menu-tools.tsx'
import { PickedBeer } from './picked-beer.tsx'
import { QuickFilters } from './quick-filters.tsx'
import { t } from './texts.ts'
import { unitPriceText } from './unit-price.ts'
import { useArrangement } from './use-arrangement.ts'
import { useMenuPages } from './use-menu-pages.ts'

interface OwnScan {
  scanId: string
  context: ScanContext
  unread: readonly Position[]
}

interface MenuListProps {
  title: string
  above: ReactNode
  beers: readonly SightedBeer[]
  /** '6 of 8 found', if the number of containers is known. */
  found?: string | null | undefined
  /** True for a printed page, whose order is meaningful. */
  isPrinted: boolean
  onBack: () => void
  /** Icons beside the sort button. */
  actions?: ReactNode
  note?: ReactNode
  /** The user's own scan, which can be corrected and whose photo may be here. */
  own?: OwnScan | undefined
  /** Who wants a beer, at the table. */
  wishOf?: ((beer: SightedBeer) => Wish) | undefined
  /** Replaces the list. */
  instead?: ReactNode
}

export function MenuList({
  title,
  above,
  beers,
  found,
  isPrinted,
  onBack,
  actions,
  note,
  own,
  wishOf,
  instead,
}: MenuListProps) {
  const { order, setOrder, filter, setFilter, setFilterAndPick, picked, setPicked, chosen, setChosen } =
    useArrangement()
  const favorites = useFavoriteToggle('menu')
  const acts = useTastingActs()
  const tastingStatusOf = useTastingStatuses()
  const all = placed(beers)
  const forYouOf = useForYou()
  const rows = sorted(filtered(all, filter, tastingStatusOf), order, forYouOf)
  const choices = picks(rows, tastingStatusOf, forYouOf)
  // A filter may hide the picked row; the best of the others is picked then.
  const pickIndex = Math.max(
    0,
    choices.findIndex(({ row }) => row.place === picked),
  )
  const pick = picked === null ? undefined : choices[pickIndex]
  const pickAt = (index: number) => setPicked(choices[index % choices.length]?.row.place ?? 0)
  const pickCard = useRef<HTMLDivElement>(null)
  // Counted, because a pick may be asked for again; the address, which Back restores, does not scroll.
  const [pickRequests, setPickRequests] = useState(0)
  useEffect(() => {
    if (pickRequests > 0 && pickCard.current) bringIntoView(pickCard.current)
  }, [pickRequests])
  /** Picks the best of what the filter leaves. */
  function setFilterAndPickBest(next: Filter): void {
    const [best] = picks(filtered(all, next, tastingStatusOf), tastingStatusOf, forYouOf)
    setFilterAndPick(next, conditionsIn(next) === 0 ? null : (best?.row.place ?? null))
  }
  function pickBest(): void {
    pickAt(0)
    setPickRequests((count) => count + 1)
  }
  const isAll = rows.length === all.length
  const orderText = order !== 'place' ? t(`orders.${order}`) : isPrinted ? t('asPrinted') : t('asFound')
  const countText = isAll
    ? (found ?? t('count', { beers: beers.length }))
    : t('showing', { shown: rows.length, all: all.length })
  const isByRating = order === 'rating'
  const picture = usePictureOf(own?.scanId)
  const pages = useMenuPages(own?.context === 'menu' ? own.scanId : undefined)
  const pinLinks = usePins()
  const isFridge = own !== undefined && !isPrinted
  // A fridge shows its photo at once. A printed page hides it until the user opens it or asks for a pin.
  const [isOpen, setOpen] = useState(false)
  const [hiddenFor, setHiddenFor] = useState<Pins['chosen']>(null)
  const isPictureShown = isFridge || isOpen || pinLinks.chosen !== hiddenFor
  // The filter may hide the row of a pin.
  const allPinLinks: Pins = {
    ...pinLinks,
    toRow: (place) => {
      if (!rows.some((row) => row.place === place)) setFilter(NO_FILTER)
      pinLinks.toRow(place)
    },
  }

  return (
    <Screen
      isDense
      title={title}
      above={above}
      below={beers.length > 0 ? [countText, orderText].join(countText.includes(',') ? ' · ' : ', ') : undefined}
      back={{ go: onBack }}
      actions={
        <>
          {!instead && picture && !isFridge && (
            <IconButton
              label={isPictureShown ? t('hidePicture') : t('showPicture')}
              aria-expanded={isPictureShown}
              onClick={() => {
                setOpen(!isPictureShown)
                setHiddenFor(pinLinks.chosen)
              }}
            >
              {isPictureShown ? <ImageOff size={21} /> : <ImageIcon size={21} />}
            </IconButton>
          )}
          {beers.length > 1 && (
            <IconButton
              label={isByRating ? t('sortAsPrinted') : t('sortByRating')}
              onClick={() => setOrder(isByRating ? 'place' : 'rating')}
            >
              {isByRating ? <ListOrdered size={22} /> : <ArrowDownWideNarrow size={22} />}
            </IconButton>
          )}
          {actions}
        </>
      }
    >
      {note}
      <PendingRatings beers={beers} />
      {!instead && own && picture && isPictureShown && (
        <section aria-label={t('picture')} className="mb-4">
          <AnswerPicture
            image={picture}
            beers={beers}
            unread={own.unread}
            pinned={isFridge ? 'fridge' : 'menu'}
            pinLinks={allPinLinks}
          />
        </section>
      )}
      {!instead && beers.length > 1 && (
        <MenuTools
          rows={all}
          tastingStatusOf={tastingStatusOf}
          isPrinted={isPrinted}
          isPersonal={all.some(({ beer }) => shownForYou(beer, forYouOf))}
          order={order}
          onOrder={setOrder}
          filter={filter}
          onFilter={setFilter}
          isChoosing={chosen !== null}
          onChoosing={(isChoosing) => setChosen(isChoosing ? new Set() : null)}
          onPick={choices.length > 0 ? pickBest : undefined}
          addition={pages?.hasRoom ? { isBusy: pages.isAdding, add: () => pages.camera.current?.click() } : undefined}
        />
      )}
      {!instead && <QuickFilters rows={all} filter={filter} onFilter={setFilterAndPickBest} />}
      {pick && (
        <div ref={pickCard}>
          <PickedBeer pick={pick} onAnother={choices.length > 1 ? () => pickAt(pickIndex + 1) : undefined} />
        </div>
      )}
      {instead || (
        <ul className="menu-grid">
          {rows.map(({ beer, place, key }, index) => (
            <SectionedRow key={key} section={order === 'place' ? sectionAbove(rows, index) : null}>
              <MenuRow
                id={pinLinks.rowId(place)}
                beer={beer}
                favorites={favorites}
                acts={acts}
                showsStanding={order === 'standing'}
                unitPrice={order === 'unit' ? unitPriceText(beer) : null}
                tastingStatus={tastingStatusOf(beer.id)}
                wish={wishOf?.(beer)}
                isPicked={pick?.row.key === key || pinLinks.chosen?.place === place}
                pin={
                  picture && (isFridge || beer.position) ? { place, onShow: () => pinLinks.toPin(place) } : undefined
                }
                sighting={own && { scanId: own.scanId, item: place - 1 }}
                choice={
                  chosen
                    ? { isChosen: chosen.has(beer.id), onChoose: (is) => setChosen(toggled(chosen, beer.id, is)) }
                    : undefined
                }
              />
            </SectionedRow>
          ))}
        </ul>
      )}
      {!instead && pages && <MenuPagesSection {...pages} />}
      {!instead && own && picture && (
        <ReprocessAs image={picture} processedAs={sceneOf(own.context)} className="mt-5 px-1" />
      )}
      {!instead && rows.length === 0 && beers.length > 0 && (
        <EmptyState
          title={t('noneFits')}
          action={
            <Button variant="quiet" onClick={() => setFilter(NO_FILTER)}>
              {t('clear')}
            </Button>
          }
        />
      )}
      {chosen && chosen.size > 0 && (
        <div className="sticky bottom-[calc(var(--tabs-below,88px)-1rem)] z-10 -mx-4.5 mt-3 animate-settle bg-linear-to-t from-ground from-75% to-transparent forced-colors:bg-[Canvas] px-4.5 pt-5 pb-8">
          <Button
            className="w-full shadow-[0_10px_40px_#0009]"
            onClick={() => {
              setChosen(null)
              void favorites.saveAll(oncePerBeer(beers.filter(({ id }) => chosen.has(id))))
            }}
          >
            {t('saveChosen', { count: chosen.size })}
          </Button>
        </div>
      )}
    </Screen>
  )
}

/** The list may be scrolled far below the picked beer. */
function bringIntoView(card: HTMLElement): void {
  card.querySelector<HTMLElement>('a')?.focus({ preventScroll: true })
  card.scrollIntoView({ block: 'nearest', behavior: reducesMotion() ? 'auto' : 'smooth' })
}

/** The printed heading above this row; null if the row before has the same one. */
function sectionAbove(rows: readonly Placed[], index: number): string | null {
  const section = rows[index]?.beer.section ?? null
  return section !== rows[index - 1]?.beer.section ? section : null
}

function toggled(chosen: ReadonlySet<number>, beerId: number, isChosen: boolean): Set<number> {
  return new Set(isChosen ? [...chosen, beerId] : [...chosen].filter((id) => id !== beerId))
}

function oncePerBeer(beers: readonly SightedBeer[]): SightedBeer[] {
  return [...new Map(beers.map((beer) => [beer.id, beer])).values()]
}

function SectionedRow({ section, children }: { section: string | null; children: ReactNode }) {
  return (
    <>
      {section && <li className="machine col-span-full mt-5 mb-2 px-1 text-ink-3 first:mt-0">{section}</li>}
      {children}
    </>
  )
}
