/** 'Your rating': a slider that fills a glass; save, change or remove it. */
import { Pencil, Trash2 } from 'lucide-react'
import { type CSSProperties, useEffect, useId, useRef, useState } from 'react'
import { type BeerDetails, RATING_MAX } from '#contracts'
import { isPending, RatingGlass } from '#web/beer/rating.tsx'
import { decimalText } from '#web/language/formats.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { useFocusFallback } from '#web/ui/focus.ts'
import { Card } from '#web/ui/screen.tsx'
import { t } from './texts.ts'
import { useOwnRating } from './use-own-rating.ts'

export function OwnRating({ beer }: { beer: BeerDetails }) {
  const [isRating, setRating] = useState(false)
  const { isBusy, rate, remove } = useOwnRating(beer)
  const opener = useRef<HTMLButtonElement>(null)
  const heading = useId()
  useFocusFallback(beer.ownRating === null, opener)
  useFocusFallback(isRating, opener)

  return (
    <section aria-labelledby={heading} className="mt-4">
      <Card className="flex min-h-18 flex-wrap items-center gap-x-3.5 gap-y-2 px-3.5 py-2.5">
        {isRating ? (
          <RatingSlider
            heading={heading}
            beer={beer}
            isBusy={isBusy}
            onSave={async (rating) => {
              if (await rate(rating)) setRating(false)
            }}
            onCancel={() => setRating(false)}
          />
        ) : (
          <>
            <Glass rating={beer.ownRating} srm={beer.srm} />
            <div className="min-w-0 flex-[1_1_6rem]">
              <h2 id={heading} className="machine text-ink-3!">
                {t('ownRating')}
              </h2>
              <p
                aria-live="polite"
                className={beer.ownRating === null ? 'text-[0.9rem] text-ink-2' : 'display text-[1.5rem] leading-none'}
              >
                {beer.ownRating === null ? t('notRated') : shown(beer.ownRating)}
                {beer.ownRating !== null && <small className="machine text-ink-3"> /{RATING_MAX}</small>}
              </p>
            </div>
            {beer.ownRating === null ? (
              <Button
                ref={opener}
                variant="quiet"
                className="min-h-11! text-sm max-[359px]:w-full"
                isBusy={isBusy}
                onClick={() => setRating(true)}
              >
                {t('rate')}
              </Button>
            ) : (
              <div className="-mr-1.5 flex">
                <IconButton ref={opener} label={t('changeRating')} isBusy={isBusy} onClick={() => setRating(true)}>
                  <Pencil size={19} />
                </IconButton>
                <IconButton label={t('removeRating')} isBusy={isBusy} onClick={() => void remove()}>
                  <Trash2 size={19} />
                </IconButton>
              </div>
            )}
          </>
        )}
      </Card>
    </section>
  )
}

interface RatingSliderProps {
  heading: string
  beer: BeerDetails
  isBusy: boolean
  onSave: (rating: number) => Promise<void>
  onCancel: () => void
}

/** Starts at the user's rating, else at the beer's, so that a nudge means better or worse. */
function RatingSlider({ heading, beer, isBusy, onSave, onCancel }: RatingSliderProps) {
  const [rating, setRating] = useState(Math.round(beer.ownRating ?? (isPending(beer) ? RATING_MAX / 2 : beer.rating)))
  const form = useRef<HTMLFormElement>(null)
  const slider = useRef<HTMLInputElement>(null)
  useEffect(() => {
    slider.current?.focus({ preventScroll: true })
    // Scrolls its buttons out from behind the tab bar.
    form.current?.scrollIntoView?.({ block: 'nearest' })
  }, [])
  return (
    <form
      ref={form}
      className="grid w-full scroll-mb-32 gap-2 py-1.5"
      onSubmit={(event) => {
        event.preventDefault()
        void onSave(rating)
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onCancel()
      }}
    >
      <div className="flex items-center gap-3.5">
        <Glass rating={rating} srm={beer.srm} />
        <div className="min-w-0 flex-1">
          <h2 id={heading} className="machine text-ink-3!">
            {t('ownRating')}
          </h2>
          <input
            ref={slider}
            type="range"
            min={0}
            max={RATING_MAX}
            step={1}
            value={rating}
            aria-label={t('ownRating')}
            aria-valuetext={t('outOf', { rating })}
            onChange={(event) => setRating(event.target.valueAsNumber)}
            style={filledTo(rating)}
            className="rail h-11 w-full cursor-pointer touch-pan-y"
          />
        </div>
        <output className="display w-[2.1ch] text-right text-[1.7rem] leading-none">{rating}</output>
      </div>
      <div className="flex gap-2.5">
        <Button type="submit" className="min-h-11! flex-1 text-sm" isBusy={isBusy}>
          {t('saveRating', { rating })}
        </Button>
        <Button variant="quiet" className="min-h-11! text-sm" isBusy={isBusy} onClick={onCancel}>
          {t('cancelRating')}
        </Button>
      </div>
    </form>
  )
}

function filledTo(rating: number): CSSProperties & { '--fill': string } {
  return { '--fill': `${(100 * rating) / RATING_MAX}%` }
}

/** A small pint, empty without a rating. */
function Glass({ rating, srm }: { rating: number | null; srm: number | null }) {
  return (
    <span aria-hidden="true" className="grid h-13 w-10 shrink-0 place-items-center [&_svg]:h-13 [&_svg]:w-auto">
      <RatingGlass beer={{ rating: rating ?? 0, srm }} />
    </span>
  )
}

const shown = (rating: number) => (Number.isInteger(rating) ? String(rating) : decimalText(rating))
