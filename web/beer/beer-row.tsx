/** A beer in a list: picture, name, brewery, style, ABV, rating, and slots for what the list adds. */
import { ChevronRight } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import { Link } from 'wouter'
import type { Beer } from '#contracts'
import { breweryPath } from '#web/handoff/paths.ts'
import { RowLink } from '#web/ui/row-link.tsx'
import { Card } from '#web/ui/screen.tsx'
import { wordSize } from '#web/ui/word-size.ts'
import { abvText, breweryText, kindText, provisionalText } from './beer-facts.ts'
import { BeerTile } from './beer-picture.tsx'
import { ForYouMark } from './for-you/for-you.tsx'
import { LineMark, LineRating } from './rating.tsx'
import { styleText } from './styles/style-text.ts'
import { t } from './texts.ts'
import { useBeerLink } from './use-beer-link.ts'

interface BeerRowProps {
  beer: Beer
  /** The target of a pin or link. */
  id?: string | undefined
  /** More facts for the last line, such as a price or a date. */
  facts?: ReactNode
  /** Below the facts, such as the tasting status. */
  note?: ReactNode
  /** Highlighted. */
  isPicked?: boolean
  /** A button at the end of the row. */
  end?: ReactNode
  /** Replaces the rating. */
  rating?: ReactNode
  /** Under the row, such as a photo. */
  below?: ReactNode
  /** False where the list is of one brewery. */
  showsBrewery?: boolean
  /** h3 inside a section with its own heading. */
  heading?: 'h2' | 'h3'
}

export function BeerRow({
  beer,
  id,
  facts,
  note,
  isPicked = false,
  end,
  rating,
  below,
  showsBrewery = true,
  heading = 'h2',
}: BeerRowProps) {
  return (
    <li id={id} className="animate-settle">
      <Card
        as="article"
        className={`relative mb-2.5 p-3 transition-transform has-[.row-link:active]:scale-[0.99] ${isPicked ? 'outline-2 outline-amber' : ''}`}
      >
        <div className="flex min-h-16.5 items-center gap-x-3">
          <BeerTile beer={beer} className="h-16.5 w-[min(3.375rem,15vw)] self-start" />
          <BeerLines
            beer={beer}
            facts={facts}
            note={note}
            rating={rating}
            showsBrewery={showsBrewery}
            heading={heading}
            hasEnd={Boolean(end)}
          />
          {end && <div className="relative -mr-2 -ml-1 flex">{end}</div>}
        </div>
        {below}
      </Card>
    </li>
  )
}

interface BeerLinesProps extends Pick<BeerRowProps, 'beer' | 'facts' | 'note' | 'rating'> {
  showsBrewery: boolean
  heading: 'h2' | 'h3'
  hasEnd: boolean
}

/** Most of what a row costs, and the same as before when a heart in its list is tapped. */
const BeerLines = memo(function BeerLines({
  beer,
  facts,
  note,
  rating,
  showsBrewery,
  heading: Heading,
  hasEnd,
}: BeerLinesProps) {
  const { href, onClick } = useBeerLink(beer)
  const provisional = provisionalText(beer)
  // Beside the mark of the rating, if there is one: both are short.
  const isApart = facts !== undefined && rating === undefined
  const room = `100vw - ${hasEnd ? 186 : 130}px`
  return (
    <div className="min-w-0 flex-1">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <Heading
          className="max-w-full flex-[1_1_5rem] [overflow-wrap:break-word] leading-tight"
          style={{ fontSize: wordSize(beer.name, 1.08, room) }}
        >
          <RowLink href={href} onClick={onClick}>
            {/* Above the brewery link, whose hit area reaches into this line. */}
            <span className="relative z-1">{beer.name}</span>
          </RowLink>
        </Heading>
        {rating ?? <LineRating beer={beer} />}
      </div>
      <div className="flex flex-wrap items-baseline justify-between gap-x-3 text-[0.82rem] leading-snug text-ink-3">
        {showsBrewery && (
          <p className="min-w-0 flex-[1_1_6rem]" style={{ fontSize: wordSize(beer.brewery ?? '', 0.82, room) }}>
            <BreweryName beer={beer} />
          </p>
        )}
        {!rating && <ForYouMark beer={beer} />}
      </div>
      <div className="flex flex-wrap justify-between gap-x-3 text-[0.82rem] leading-snug text-ink-3">
        <p className={`min-w-0 ${isApart ? 'basis-full' : ''}`}>
          {[
            kindText(beer),
            styleText(beer.style),
            // An unknown strength says something beside the style only.
            (beer.style !== null || beer.abv !== null) && abvText(beer.abv),
            !beer.listed && t('unlisted'),
            beer.status === 'retired' && t('retired'),
          ]
            .filter(Boolean)
            .join('\u00a0· ')}
          {facts && !isApart && (
            <>
              {'\u00a0· '}
              <span className="inline-block">{facts}</span>
            </>
          )}
        </p>
        {isApart && <p className="min-w-0">{facts}</p>}
        {!rating && <LineMark beer={beer} />}
      </div>
      {provisional && <p className="text-[0.78rem] leading-snug text-ink-3 italic">{provisional}</p>}
      {note && <p className="mt-0.5 text-[0.82rem] leading-snug font-semibold">{note}</p>}
    </div>
  )
})

/** The brewery, linked if it has a page. */
function BreweryName({ beer }: { beer: Pick<Beer, 'brewery' | 'breweryId' | 'breweryPlace'> }) {
  if (!beer.brewery) return t('breweryUnknown')
  if (beer.breweryId === null) return breweryText(beer)
  return (
    <Link
      href={breweryPath(beer.breweryId)}
      className="relative -my-[0.82rem] inline-block py-[0.82rem] wrap-anywhere underline decoration-ink/25 underline-offset-3 hover:text-ink"
    >
      {breweryText(beer)}
    </Link>
  )
}

/** The brewery below the heading of the beer page. */
export function BreweryLink({ beer }: { beer: Pick<Beer, 'brewery' | 'breweryId' | 'breweryPlace'> }) {
  if (!beer.brewery) return <p className="mt-1.5 font-semibold text-ink-3">{t('breweryUnknown')}</p>
  if (beer.breweryId === null) return <p className="mt-1.5 font-semibold text-ink-2">{beer.brewery}</p>
  const words = breweryText(beer)?.split(' ') ?? []
  return (
    <p className="mt-1.5 leading-snug">
      <Link
        href={breweryPath(beer.breweryId)}
        className="relative z-1 py-3 wrap-anywhere font-semibold text-accent-ink"
      >
        {words.slice(0, -1).join(' ')}{' '}
        <span className="inline-block">
          {words.at(-1)}
          <ChevronRight size={17} aria-hidden="true" className="inline align-[-0.2em]" />
        </span>
      </Link>
    </p>
  )
}
