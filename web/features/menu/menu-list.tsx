/** The beers of a menu: in printed order or another, all or some, one picked, several saved. */
import { ArrowDownWideNarrow, Image as ImageIcon, ImageOff, ListOrdered } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { estimatedRatingSeconds, type Position, type ScanContext, type SightedBeer } from '#contracts'
import { useAcquaintances } from '#web/beer/acquaintance.ts'
import { AnswerPicture } from '#web/beer/answer-picture.tsx'
import { useFavoriteToggle } from '#web/beer/favorites.ts'
import { MenuRow, type Placed, placed } from '#web/beer/menu-row.tsx'
import { OtherScene, sceneOf } from '#web/beer/other-scene.tsx'
import { isPending } from '#web/beer/rating.tsx'
import { type Pins, usePins } from '#web/beer/use-pins.ts'
import { usePictureOf } from '#web/handoff/handoff.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/message.tsx'
import { Screen } from '#web/ui/screen.tsx'
import { filtered, NO_FILTER, type Order, picks, sorted } from './arrange.ts'
import { MenuPagesSection } from './menu-pages.tsx'
import { MenuTools } from './menu-tools.tsx'
import { PickedBeer } from './picked-beer.tsx'
import { TEXTS } from './texts.ts'
import { useMenuPages } from './use-menu-pages.ts'

interface OwnScan {
  scanId: string
  context: ScanContext
  spots: readonly Position[]
}

interface MenuListProps {
  title: string
  above: ReactNode
  beers: readonly SightedBeer[]
  /** '6 of 8 found', where it is known how many there were to find. */
  found?: string | null | undefined
  /** True where the order is that of a printed page. */
  isPrinted: boolean
  onBack: () => void
  /** Icons beside the one that sorts. */
  actions?: ReactNode
  /** Above the list. */
  note?: ReactNode
  /** One's own scan, which can be corrected and whose picture may still be here. */
  own?: OwnScan | undefined
  /** Shown instead of the list while there is none. */
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
  instead,
}: MenuListProps) {
  const [order, setOrder] = useState<Order>('place')
  const [filter, setFilter] = useState(NO_FILTER)
  const [pickIndex, setPickIndex] = useState<number | null>(null)
  const [chosen, setChosen] = useState<ReadonlySet<number> | null>(null)
  const favorites = useFavoriteToggle('menu')
  const acquaintanceWith = useAcquaintances()
  const pending = beers.filter(isPending).length
  const all = placed(beers)
  const rows = sorted(filtered(all, filter), order)
  const choices = picks(rows, acquaintanceWith)
  const pick = pickIndex === null ? undefined : choices[pickIndex % choices.length]
  const isAll = rows.length === all.length
  const orderText = order !== 'place' ? TEXTS.orders[order] : isPrinted ? TEXTS.asPrinted : TEXTS.asFound
  const countText = isAll ? (found ?? TEXTS.count(beers.length)) : TEXTS.showing(rows.length, all.length)
  const isByRating = order === 'rating'
  const picture = usePictureOf(own?.scanId)
  const pages = useMenuPages(own?.context === 'menu' ? own.scanId : undefined)
  const lead = usePins()
  const isFridge = own !== undefined && !isPrinted
  // A fridge is looked at first; a printed page is there to be compared with, and a row that asks for its pin shows it.
  const [isOpen, setOpen] = useState(false)
  const [hiddenFor, setHiddenFor] = useState<Pins['chosen']>(null)
  const isPictureShown = isFridge || isOpen || lead.chosen !== hiddenFor
  // A pin may lead to a row that the filter leaves out.
  const leadToAll: Pins = {
    ...lead,
    toRow: (place) => {
      if (!rows.some((row) => row.place === place)) setFilter(NO_FILTER)
      lead.toRow(place)
    },
  }

  return (
    <Screen
      title={title}
      above={above}
      below={beers.length > 0 ? `${countText}, ${orderText}` : undefined}
      back={{ label: 'Back', go: onBack }}
      actions={
        <>
          {!instead && picture && !isFridge && (
            <IconButton
              label={isPictureShown ? TEXTS.hidePicture : TEXTS.showPicture}
              aria-expanded={isPictureShown}
              onClick={() => {
                setOpen(!isPictureShown)
                setHiddenFor(lead.chosen)
              }}
            >
              {isPictureShown ? <ImageOff size={21} /> : <ImageIcon size={21} />}
            </IconButton>
          )}
          {beers.length > 1 && (
            <IconButton
              label={isByRating ? TEXTS.sortAsPrinted : TEXTS.sortByRating}
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
      {pending > 0 && (
        <p role="status" className="mb-3 rounded-2xl border border-amber/30 bg-amber/10 px-4 py-2.5 text-sm text-ink-2">
          {TEXTS.estimate(estimatedRatingSeconds(pending))}
        </p>
      )}
      {!instead && own && picture && isPictureShown && (
        <section aria-label={TEXTS.picture} className="mb-4">
          <AnswerPicture image={picture} beers={beers} spots={own.spots} isFridge={isFridge} lead={leadToAll} />
        </section>
      )}
      {!instead && beers.length > 1 && (
        <MenuTools
          rows={all}
          isPrinted={isPrinted}
          order={order}
          onOrder={setOrder}
          filter={filter}
          onFilter={setFilter}
          isChoosing={chosen !== null}
          onChoosing={(isChoosing) => setChosen(isChoosing ? new Set() : null)}
          onPick={choices.length > 0 ? () => setPickIndex(0) : undefined}
          addition={pages?.hasRoom ? { isBusy: pages.isAdding, add: () => pages.camera.current?.click() } : undefined}
        />
      )}
      {pick && (
        <PickedBeer pick={pick} onAnother={choices.length > 1 ? () => setPickIndex((pickIndex ?? 0) + 1) : undefined} />
      )}
      {instead || (
        <ul>
          {rows.map(({ beer, place, key }, index) => (
            <SectionedRow key={key} section={order === 'place' ? sectionAbove(rows, index) : null}>
              <MenuRow
                id={lead.rowId(place)}
                beer={beer}
                favorites={favorites}
                pending={pending}
                acquaintance={acquaintanceWith(beer.id)}
                isPicked={pick?.row.key === key || lead.chosen?.place === place}
                pin={picture && (isFridge || beer.position) ? { place, onShow: () => lead.toPin(place) } : undefined}
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
      {!instead && own && picture && <OtherScene image={picture} readAs={sceneOf(own.context)} className="mt-5 px-1" />}
      {!instead && rows.length === 0 && beers.length > 0 && (
        <EmptyState
          title={TEXTS.noneFits}
          action={
            <Button look="quiet" onClick={() => setFilter(NO_FILTER)}>
              {TEXTS.clear}
            </Button>
          }
        />
      )}
      {chosen && chosen.size > 0 && (
        <div className="sticky bottom-26 z-10 animate-settle">
          <Button
            className="w-full shadow-[0_10px_40px_#0009]"
            onClick={() => {
              setChosen(null)
              void favorites.saveAll(oncePerBeer(beers.filter(({ id }) => chosen.has(id))))
            }}
          >
            {TEXTS.saveChosen(chosen.size)}
          </Button>
        </div>
      )}
    </Screen>
  )
}

/** The heading the menu prints above this row, when it is another than above the row before. */
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

/** The heading the menu prints above its next beers. */
function SectionedRow({ section, children }: { section: string | null; children: ReactNode }) {
  return (
    <>
      {section && <li className="machine mt-5 mb-2.5 px-1 text-ink-3">{section}</li>}
      {children}
    </>
  )
}
