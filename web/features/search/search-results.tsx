/** What a search found: breweries, then beers, best first. */
import { ChevronRight, Factory, PencilLine } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { type Beer, type Brewery, SEARCH_BEERS_MAX, SEARCH_BREWERIES_SHOWN, type SearchAnswer } from '#contracts'
import { hasNumber, jointMark } from '#web/beer/beer-facts.ts'
import { BeerRow } from '#web/beer/beer-row.tsx'
import { type FavoriteToggle, useFavoriteToggle } from '#web/beer/favorites.ts'
import { Heart } from '#web/beer/heart.tsx'
import { HadIt, type TastingActs, useTastingActs, WantToTry } from '#web/beer/tasting-acts.tsx'
import { isMarked, TastingMark, type TastingStatus, useTastingStatuses } from '#web/beer/tasting-status.tsx'
import { AddBeerSheet } from '#web/beer-form/own-beer-sheet.tsx'
import { breweryPath } from '#web/handoff/paths.ts'
import { countryText } from '#web/language/countries.ts'
import { buttonClass, TEXT_BUTTON } from '#web/ui/button.tsx'
import { useLongList } from '#web/ui/long-list.tsx'
import { EmptyState } from '#web/ui/message.tsx'
import { RowLink } from '#web/ui/row-link.tsx'
import { Card, SectionHeading } from '#web/ui/screen.tsx'
import { wordSize } from '#web/ui/word-size.ts'
import { t } from './texts.ts'

export function Results({ answer, query, onOpen }: { answer: SearchAnswer; query: string; onOpen: () => void }) {
  const { beers, breweries, discovery } = answer
  const tastingStatusOf = useTastingStatuses()
  const acts = useTastingActs()
  const favorites = useFavoriteToggle('heart')
  const { shown, end } = useLongList(beers)
  const note = discovery && t.find(`discovery.${discovery}`)
  if (beers.length === 0 && breweries.length === 0) {
    return (
      <EmptyState title={t('nothing', { query })} action={<AddBeer name={query} />}>
        {t('nothingLine')}
        {note && <span className="mt-2 block text-sm">{note}</span>}
      </EmptyState>
    )
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: opening any result saves the search; the links navigate.
    // biome-ignore lint/a11y/useKeyWithClickEvents: opening a link by keyboard also fires a click.
    <section onClick={(event) => event.target instanceof Element && event.target.closest('a') && onOpen()}>
      <SectionHeading>{t('results')}</SectionHeading>
      <p className="-mt-1 mb-3 px-1 text-sm text-ink-2">{foundText(beers, query)}</p>
      {note && <p className="-mt-1 mb-3 px-1 text-sm font-semibold text-accent-ink">{note}</p>}
      {breweries.length > 0 && (
        <Group title={t('breweries')}>
          {breweries.slice(0, SEARCH_BREWERIES_SHOWN).map((brewery) => (
            <BreweryRow key={brewery.id} brewery={brewery} />
          ))}
        </Group>
      )}
      {beers.length > 0 && (
        <Group title={t('beers')}>
          {shown.map((beer) => (
            <FoundBeer
              key={beer.id}
              beer={beer}
              tastingStatus={tastingStatusOf(beer.id)}
              acts={acts}
              favorites={favorites}
            />
          ))}
        </Group>
      )}
      {end}
      <AddBeer name={query} isBelowOthers />
    </section>
  )
}

/** For a beer that the catalogue does not have. */
function AddBeer({ name, isBelowOthers = false }: { name: string; isBelowOthers?: boolean }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        className={isBelowOthers ? `${TEXT_BUTTON} text-[0.9rem]` : buttonClass('quiet')}
        onClick={() => setOpen(true)}
      >
        <PencilLine size={16} aria-hidden="true" />
        {t(isBelowOthers ? 'notHere' : 'add')}
      </button>
      {isOpen && <AddBeerSheet name={name} onClose={() => setOpen(false)} />}
    </>
  )
}

interface FoundBeerProps {
  beer: Beer
  tastingStatus: TastingStatus | undefined
  acts: TastingActs
  favorites: FavoriteToggle
}

function FoundBeer({ beer, tastingStatus, acts, favorites }: FoundBeerProps) {
  const isKnown = tastingStatus && (isMarked(tastingStatus) || tastingStatus.scannedAt !== null)
  return (
    <BeerRow
      beer={beer}
      heading="h3"
      // As in the rows of a menu: one line, with the mark that leads to the other list first.
      below={
        <div className="-mt-1.5 -mb-2.5 flex items-center">
          <WantToTry
            beer={beer}
            acts={acts}
            isWanted={tastingStatus?.wantedAt != null}
            className="relative min-w-13.5"
          />
          <p className="min-w-0 flex-1 pl-3 text-[0.82rem] leading-snug font-semibold">
            {isKnown && <TastingMark tastingStatus={tastingStatus} />}
          </p>
          <HadIt beer={beer} acts={acts} className="relative" />
          <Heart beer={beer} favorites={favorites} className="relative -mr-1.5" />
        </div>
      }
    />
  )
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <h3 className="machine mt-4 mb-2.5 px-1 font-sans text-ink-3">{title}</h3>
      <ul>{children}</ul>
    </>
  )
}

function BreweryRow({ brewery }: { brewery: Brewery }) {
  const place = [brewery.city ?? brewery.state, countryText(brewery.country)].filter(Boolean).join(', ')
  return (
    <li>
      <Card className="relative mb-2.5 flex min-h-16 flex-wrap items-center gap-x-3.5 gap-y-2 px-3 py-2.5">
        <span
          aria-hidden="true"
          className="grid size-11 shrink-0 place-items-center rounded-[14px] border border-amber/25 bg-amber/10 text-accent-ink"
        >
          <Factory size={20} />
        </span>
        <div className="min-w-0 flex-[1_1_6rem]">
          <p
            className="display [overflow-wrap:break-word] leading-snug"
            style={{ fontSize: wordSize(brewery.name, 1.05, '100vw - 134px') }}
          >
            <RowLink href={breweryPath(brewery.id)}>{brewery.name}</RowLink>
          </p>
          <p className="text-[0.82rem] leading-snug text-ink-3">
            {[
              place,
              brewery.isStoreBrand && t('storeBrand'),
              brewery.beerCount > 0 && t('beerCount', { count: brewery.beerCount }),
              brewery.closed !== null && t('closed', { year: brewery.closed }),
            ]
              .filter(Boolean)
              .join(' · ')}
          </p>
        </div>
        <ChevronRight size={20} aria-hidden="true" className="shrink-0 text-ink-3" />
      </Card>
    </li>
  )
}

/** How many beers, and between which ratings. */
export function foundText(beers: readonly Beer[], query: string): string {
  const rated = beers.filter(hasNumber)
  const count = beers.length
  const found = count < SEARCH_BEERS_MAX ? t('found', { count, query }) : t('foundBest', { count, query })
  return rated.length > 0 ? t('foundRated', { found, range: rangeText(rated) }) : found
}

function rangeText(rated: readonly Beer[]): string {
  const ratings = rated.map(({ rating }) => Math.round(rating))
  const [min, max] = [Math.min(...ratings), Math.max(...ratings)]
  return t(`range.${jointMark(rated) ?? 'decided'}`, { range: min === max ? min : `${min}-${max}` })
}
