/**
 * A beer of a menu, fridge or group: facts, pin, View Details, Save or Remove, and correction. The whole row opens the beer,
 * and the rows are low enough for about five on a phone.
 */
import { Check, Hand as HandIcon, Heart } from 'lucide-react'
import { Link } from 'wouter'
import { isHardlyRead, type SightedBeer } from '#contracts'
import { abvText, inStyleText, kindText, provisionalText, statusText, subtitleOf } from '#web/beer/beer-facts.ts'
import type { FavoriteToggle } from '#web/beer/favorites.ts'
import { ForYouMark } from '#web/beer/for-you/for-you.tsx'
import { isPending, LineMark, LineRating } from '#web/beer/rating.tsx'
import { HadIt, type TastingActs, WantToTry } from '#web/beer/tasting-acts.tsx'
import { TastingMark, TastingMarkSpace, type TastingStatus } from '#web/beer/tasting-status.tsx'
import { useBeerLink } from '#web/beer/use-beer-link.ts'
import { RowButton, RowLink } from '#web/ui/row-link.tsx'
import { Card } from '#web/ui/screen.tsx'
import { wordSize } from '#web/ui/word-size.ts'
import { isAsked, shownName } from './asked.ts'
import { RowEstimates } from './engine-note.tsx'
import { NotThisBeer, useQuestion, WhichOne, WhichOneMark } from './not-this-beer.tsx'
import { PinTile, type RowPin } from './pin-tile.tsx'
import { t } from './texts.ts'

/** Who wants a beer at the table. */
export interface Wish {
  names: readonly string[]
  /** The user does. */
  isOwn: boolean
  /** Absent until the user has joined. */
  onToggle: ((isWished: boolean) => void) | undefined
}

interface MenuRowProps {
  beer: SightedBeer
  favorites: FavoriteToggle
  acts: TastingActs
  /** Undefined while loading. */
  tastingStatus?: TastingStatus | undefined
  /** Replaces the buttons with a checkbox while several beers are selected. */
  choice?: { isChosen: boolean; onChoose: (isChosen: boolean) => void } | undefined
  /** At the table; replaces the buttons. */
  wish?: Wish | undefined
  /** Highlighted. */
  isPicked?: boolean
  /** Shows the percentile within the style. */
  showsStanding?: boolean
  /** '€0.42 per unit'. */
  unitPrice?: string | null
  /** The target of its pin. */
  id?: string | undefined
  pin?: RowPin | undefined
  /** The scan and the index in it, if the beer can be corrected. */
  sighting?: { scanId: string; item: number } | undefined
}

export function MenuRow({
  beer,
  favorites,
  acts,
  tastingStatus,
  choice,
  wish,
  isPicked = false,
  showsStanding = false,
  unitPrice = null,
  id,
  pin,
  sighting,
}: MenuRowProps) {
  const { href, onClick, canSave: mayKeep } = useBeerLink(beer)
  const asked = isAsked(beer)
  const name = shownName(beer)
  const question = useQuestion(beer, sighting)
  // What is saved must be what was scanned.
  const canSave = mayKeep && !asked
  const saved = favorites.isSaved(beer.id)
  const subtitle = subtitleOf(beer)
  const facts = [
    name !== subtitle && subtitle,
    kindText(beer),
    abvText(beer.abv),
    beer.price,
    beer.size,
    unitPrice,
    beer.count > 1 && `×${beer.count}`,
    !beer.listed && t('menuRow.unlisted'),
    beer.status === 'retired' && statusText(beer)?.toLowerCase(),
    showsStanding && beer.standing && inStyleText(beer),
    provisionalText(beer),
  ]
  const detailsText = `${t('menuRow.details')}: ${name}`
  const saveText = saved ? t('menuRow.remove') : isPending(beer) ? t('menuRow.pending') : t('menuRow.save')
  const otherText = saved ? t('menuRow.save') : t('menuRow.remove')
  return (
    <li id={id} className="animate-settle">
      <Card
        as="article"
        className={`relative mb-1.5 flex h-[calc(100%-0.375rem)] flex-col py-1.5 pr-2 pl-2.5 transition-transform has-[.row-link:active]:scale-[0.99] ${isPicked ? 'outline-2 outline-amber' : ''}`}
      >
        <div className="flex grow gap-x-3">
          <PinTile beer={beer} pin={pin} className="mt-0.5 h-13.5 w-11" />
          <div className="min-w-0 flex-1">
            <div className="flex flex-wrap items-baseline justify-between gap-x-3 pr-1">
              <h2
                className="max-w-full flex-[1_1_5rem] [overflow-wrap:break-word] leading-tight"
                style={{ fontSize: wordSize(name, 1.04, 'min(100vw, 23rem) - 116px') }}
              >
                {!asked ? (
                  <RowLink href={href} onClick={onClick}>
                    {name}
                  </RowLink>
                ) : question ? (
                  <RowButton onClick={question.open}>{name}</RowButton>
                ) : (
                  name
                )}
              </h2>
              {!asked ? (
                <LineRating beer={beer} />
              ) : question ? (
                <WhichOne beer={beer} ask={question.open} className="-mt-3 -mb-1.5" />
              ) : (
                <WhichOneMark />
              )}
            </div>
            <p className="pr-1 text-[0.8rem] [overflow-wrap:break-word] leading-snug text-ink-3">
              {facts.filter(Boolean).join('\u00a0· ')}
            </p>
            {/* A line of its own: the mark arrives after the beer. */}
            <div className="flex flex-wrap justify-between gap-x-3 pr-1 text-[0.8rem] leading-snug text-ink-3">
              <p className="font-semibold">
                {tastingStatus && !isHardlyRead(beer) ? (
                  <TastingMark tastingStatus={tastingStatus} />
                ) : (
                  <TastingMarkSpace />
                )}
              </p>
              {!asked && <ForYouMark beer={beer} />}
              {!asked && <LineMark beer={beer} />}
            </div>
            <RowEstimates estimates={beer.estimates} />
            {/* One line, taken or not, so that the rows stay where they are while others mark beers. */}
            {wish && (
              <p className="truncate pr-1 pb-1.5 font-semibold text-[0.82rem] text-good leading-snug">
                {wish.names.length > 0 ? (
                  t('menuRow.wanted', { count: wish.names.length, names: wish.names.join(', ') })
                ) : (
                  <>&nbsp;</>
                )}
              </p>
            )}
          </div>
        </div>
        <div className="-mt-1 -mb-1.5 flex flex-wrap items-center">
          {canSave && !wish && !choice ? (
            <WantToTry
              beer={beer}
              acts={acts}
              isWanted={tastingStatus?.wantedAt != null}
              className="relative max-[22rem]:-ml-1.5"
            />
          ) : (
            <span className="w-11 max-[22rem]:hidden" />
          )}
          {!asked ? (
            <Link href={href} onClick={onClick} aria-label={detailsText} className={DETAILS}>
              {t('menuRow.details')}
            </Link>
          ) : (
            question && (
              <button
                type="button"
                aria-haspopup="dialog"
                aria-label={detailsText}
                onClick={question.open}
                className={DETAILS}
              >
                {t('menuRow.details')}
              </button>
            )
          )}
          <div className="relative ml-auto flex flex-wrap items-center justify-end">
            {choice ? (
              canSave && (
                <label className={`${ACTION} cursor-pointer gap-2 text-ink-2`}>
                  <input
                    type="checkbox"
                    aria-label={`${t('menuRow.choose')}: ${name}`}
                    checked={choice.isChosen}
                    disabled={saved || isPending(beer)}
                    onChange={(event) => choice.onChoose(event.target.checked)}
                    className="choice"
                  />
                  {saved ? t('menuRow.isSaved') : isPending(beer) ? t('menuRow.pending') : t('menuRow.choose')}
                </label>
              )
            ) : wish ? (
              <WishButton beer={beer} wish={wish} />
            ) : (
              <>
                {canSave && <HadIt beer={beer} acts={acts} />}
                {sighting && !asked && <NotThisBeer variant="icon" {...sighting} beer={beer} label={beer} />}
                {canSave && (
                  <button
                    type="button"
                    aria-label={`${saveText}: ${beer.name}`}
                    aria-disabled={favorites.isBusy(beer.id)}
                    disabled={!saved && isPending(beer)}
                    onClick={() => void favorites.toggle(beer)}
                    className={`${ACTION} min-w-11 justify-center min-[22rem]:min-w-21 ${saved ? 'text-ink-2' : 'text-accent-ink'}`}
                  >
                    <Heart size={16} aria-hidden="true" className={saved ? 'fill-cherry text-cherry' : ''} />
                    <span data-other={otherText} className={SAVE_TEXT}>
                      {saveText}
                    </span>
                  </button>
                )}
              </>
            )}
          </div>
        </div>
      </Card>
      {question?.sheet}
    </li>
  )
}

/** 44 px high; the hit area reaches into the lines above and below. */
const ACTION =
  'inline-flex min-h-11 items-center gap-1.5 rounded-xl px-2 text-[0.82rem] font-bold transition-colors hover:bg-ink/5 disabled:opacity-50'

/** As wide as the other text that a tap changes it to, so that nothing beside it moves. */
const SAVE_TEXT =
  'text-left max-[22rem]:hidden after:invisible after:block after:h-0 after:overflow-hidden after:content-[attr(data-other)]'

const DETAILS = `${ACTION} relative ml-1 max-[22rem]:ml-0 max-[22rem]:px-0.5 text-ink-2`

function WishButton({ beer, wish: { isOwn, onToggle } }: { beer: SightedBeer; wish: Wish }) {
  if (!onToggle) return null
  return (
    <button
      type="button"
      aria-label={`${t('menuRow.wish')}: ${shownName(beer)}`}
      aria-pressed={isOwn}
      onClick={() => onToggle(!isOwn)}
      className={`${ACTION} ${isOwn ? 'text-good' : 'text-accent-ink'}`}
    >
      {isOwn ? <Check size={17} aria-hidden="true" /> : <HandIcon size={17} aria-hidden="true" />}
      {t('menuRow.wish')}
    </button>
  )
}

export interface Placed {
  beer: SightedBeer
  /** From 1, in the order of the photo. */
  place: number
  key: string
}

/** Numbers the beers in the order of the photo. The key stays the same when a beer is corrected. */
export function placed(beers: readonly SightedBeer[]): Placed[] {
  return beers.map((beer, index) => ({ beer, place: index + 1, key: `place ${index + 1}` }))
}
