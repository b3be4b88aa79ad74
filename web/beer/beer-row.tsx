/** A beer in a list: picture, name, brewery, style, ABV, rating, and slots for what the list adds. */
import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { Beer } from '#contracts'
import { RowLink } from '#web/ui/row-link.tsx'
import { Card } from '#web/ui/screen.tsx'
import { abvText, breweryText, inStyleText, kindText, provisionalText, statusText } from './beer-facts.ts'
import { BeerTile } from './beer-picture.tsx'
import { RowRating } from './rating.tsx'
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
  /** Buttons at the end of the row, or below it. */
  end?: ReactNode
  foot?: ReactNode
  /** Number of beers in the list whose rating is pending. */
  pending?: number
  /** Replaces the rating. */
  rating?: ReactNode
  /** Decimals of the rating. */
  decimals?: number
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
  foot,
  pending = 1,
  rating,
  decimals = 0,
  heading: Heading = 'h2',
}: BeerRowProps) {
  const { href, onClick } = useBeerLink(beer)
  const [kind, provisional] = [kindText(beer), provisionalText(beer)]
  return (
    <li id={id} className="animate-settle">
      <Card
        as="article"
        className={`relative mb-2.5 p-3 transition-transform has-[.row-link:active]:scale-[0.99] ${isPicked ? 'outline-2 outline-amber' : ''}`}
      >
        <div className="flex min-h-16.5 flex-wrap items-center gap-x-3.5 gap-y-2">
          <BeerTile beer={beer} />
          <div className="min-w-0 flex-[1_1_5rem]">
            <Heading className="text-[1.08rem] leading-snug">
              <RowLink href={href} onClick={onClick}>
                {beer.name}
              </RowLink>
            </Heading>
            <p className="text-[0.82rem] leading-snug text-ink-3 [overflow-wrap:anywhere]">
              <BreweryName beer={beer} />
              {beer.style && <>&nbsp;· {beer.style}</>}
            </p>
            <p className="text-[0.82rem] leading-snug text-ink-3">
              {kind && <>{kind} · </>}
              {abvText(beer.abv)}
              {facts && <>&nbsp;· {facts}</>}
              {!beer.listed && <>&nbsp;· new to us</>}
              {beer.status === 'retired' && <>&nbsp;· {statusText(beer)?.toLowerCase()}</>}
              {beer.standing && <>&nbsp;· {inStyleText(beer)}</>}
            </p>
            {provisional && <p className="text-[0.78rem] leading-snug text-ink-3 italic">{provisional}</p>}
            {note && <p className="mt-0.5 text-[0.82rem] leading-snug font-semibold">{note}</p>}
          </div>
          {rating ?? <RowRating beer={beer} pending={pending} decimals={decimals} />}
          {end && <div className="relative -mr-2 flex">{end}</div>}
        </div>
        {foot && (
          <div className="relative -mx-3 mt-3 -mb-3 flex divide-x divide-line border-t border-line *:first:rounded-bl-[18px] *:last:rounded-br-[18px]">
            {foot}
          </div>
        )}
      </Card>
    </li>
  )
}

/** The brewery, linked if it has a page. */
function BreweryName({
  beer,
  className = '',
}: {
  beer: Pick<Beer, 'brewery' | 'breweryId' | 'breweryPlace'>
  className?: string
}) {
  if (!beer.brewery) return <span className={className}>Brewery unknown</span>
  if (beer.breweryId === null) return <span className={className}>{breweryText(beer)}</span>
  return (
    <Link
      href={`/brewery/${beer.breweryId}`}
      className={`relative py-2 underline decoration-ink/25 underline-offset-3 hover:text-ink ${className}`}
    >
      {breweryText(beer)}
    </Link>
  )
}

/** The brewery below the heading of the beer page. */
export function BreweryLink({ beer }: { beer: Pick<Beer, 'brewery' | 'breweryId' | 'breweryPlace'> }) {
  if (!beer.brewery) return <p className="mt-1.5 font-semibold text-ink-3">Brewery unknown</p>
  if (beer.breweryId === null) return <p className="mt-1.5 font-semibold text-ink-2">{beer.brewery}</p>
  return (
    <Link
      href={`/brewery/${beer.breweryId}`}
      className="-mb-2 inline-grid min-h-11 content-center py-1.5 leading-snug font-semibold text-accent-ink"
    >
      <span>
        {breweryText(beer)}
        <ChevronRight size={17} aria-hidden="true" className="inline align-[-0.2em]" />
      </span>
    </Link>
  )
}
