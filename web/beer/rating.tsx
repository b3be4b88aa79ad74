/** Ratings: always a number, with a pint filled to it where there is room. */
import { useId } from 'react'
import { type Beer, estimatedRatingSeconds, RATING_MAX } from '#contracts'
import { rangeText, ratingMark, ratingText } from './beer-facts.ts'
import { srmColor } from './srm.ts'
import { t } from './texts.ts'

type Rated = Pick<Beer, 'rating' | 'srm'>

/** The API sends 0 for 'not computed yet'. */
export function isPending(beer: Pick<Beer, 'rating'>): boolean {
  return beer.rating === 0
}

interface RowRatingProps {
  beer: Rated & Pick<Beer, 'ratingOrigin' | 'ratingRange'>
}

/** The rating at the end of a row. */
export function RowRating({ beer }: RowRatingProps) {
  if (isPending(beer)) {
    return (
      <span className="display ml-auto shrink-0 text-right text-[0.95rem] leading-none text-ink-3">
        {t('rating.pending')}
        <span className="machine mt-1.5 block">{t('rating.estimate', { seconds: estimatedRatingSeconds(1) })}</span>
      </span>
    )
  }
  const isBand = beer.ratingOrigin === 'style' && beer.ratingRange !== null
  return (
    <span className={`display ml-auto shrink-0 text-right leading-none ${isBand ? 'text-[1.1rem]' : 'text-[1.4rem]'}`}>
      {ratingText(beer)}
      <span className="machine text-ink-3">/{RATING_MAX}</span>
      <RatingMark beer={beer} className="mt-1.5 block text-right" />
    </span>
  )
}

/** The rating in a line of text. A list says once how long the pending ones take. */
export function LineRating({ beer }: { beer: RowRatingProps['beer'] }) {
  if (isPending(beer)) {
    return <span className="display shrink-0 text-[0.95rem] leading-none text-ink-3">{t('rating.pending')}</span>
  }
  return (
    <span className="display ml-auto shrink-0 text-[1.25rem] leading-none">
      {ratingText(beer)}
      <span className="machine text-ink-3">/{RATING_MAX}</span>
    </span>
  )
}

/** Where the rating of a line comes from: 'expected 73-83'. */
export function LineMark({ beer }: { beer: RowRatingProps['beer'] }) {
  const mark = ratingMark(beer)
  if (mark === null || isPending(beer)) return null
  return (
    <span className="ml-auto text-[0.76rem]">
      {t(`rating.mark.${mark}`)} {mark !== 'typical' && rangeText(beer)}
    </span>
  )
}

/** 'expected 73-83' or 'typical', below or beside the number of a rating that people have not decided yet. */
export function RatingMark({
  beer,
  className,
}: {
  beer: Pick<Beer, 'ratingOrigin' | 'ratingRange'>
  className: string
}) {
  const mark = ratingMark(beer)
  if (mark === null) return null
  return (
    <span className={`machine text-ink-3 ${className}`}>
      {' '}
      {t(`rating.mark.${mark}`)}
      {mark !== 'typical' && beer.ratingRange && <span className="block"> {rangeText(beer)}</span>}
    </span>
  )
}

/** For the beer page. */
export function GlassRating({ beer }: { beer: Rated & Pick<Beer, 'ratingOrigin' | 'ratingRange'> }) {
  const isBand = beer.ratingOrigin === 'style' && beer.ratingRange !== null
  return (
    <div className="flex shrink-0 items-end gap-2.5">
      <RatingGlass beer={beer} />
      {isPending(beer) ? (
        <span className="display pb-1 text-[1.05rem] leading-none text-ink-3" role="status">
          {t('rating.pending')}
          <span className="machine mt-1.5 block">{t('rating.estimate', { seconds: estimatedRatingSeconds(1) })}</span>
        </span>
      ) : (
        <span className={`display pb-1 leading-none ${isBand ? 'text-[1.8rem]' : 'text-[2.6rem]'}`}>
          {ratingText(beer)}
          <small className="font-sans text-[0.82rem] tracking-normal text-ink-3">/{RATING_MAX}</small>
          <RatingMark beer={beer} className="mt-1.5 block" />
        </span>
      )}
    </div>
  )
}

const GLASS = 'M7 4h48l-6 74a4 4 0 0 1-4 4H17a4 4 0 0 1-4-4Z'
const INSIDE = 'M10 7h42l-5.600 70a2.500 2.500 0 0 1-2.500 2.300H18.100a2.500 2.500 0 0 1-2.500-2.300Z'
const BOTTOM = 79
const DEPTH = 66

export function RatingGlass({ beer }: { beer: Rated }) {
  const id = useId()
  const level = BOTTOM - (DEPTH * Math.min(RATING_MAX, Math.max(0, beer.rating))) / RATING_MAX
  return (
    <svg viewBox="0 0 62 84" className="h-21 w-15.5" aria-hidden="true">
      <defs>
        <clipPath id={id}>
          <path d={INSIDE} />
        </clipPath>
        <linearGradient id={`${id}s`}>
          <stop stopColor="#000" stopOpacity=".28" />
          <stop offset=".25" stopColor="#fff" stopOpacity=".26" />
          <stop offset=".45" stopColor="#fff" stopOpacity="0" />
          <stop offset="1" stopColor="#000" stopOpacity=".28" />
        </linearGradient>
      </defs>
      <path d={GLASS} className="fill-ink/6" />
      {!isPending(beer) && (
        <g clipPath={`url(#${id})`}>
          <g className="animate-pour">
            <rect x="4" y={level} width="54" height={90 - level} fill={srmColor(beer.srm)} />
            <path d={`M4 ${level - 4}q7-6 14-1t13-1 14 0 13 1v9H4Z`} fill="#fdf4e3" stroke="#0002" strokeWidth=".6" />
            <circle cx="24" cy={level + 20} r="1.300" fill="#fff" opacity=".55" />
            <circle cx="36" cy={level + 32} r="1" fill="#fff" opacity=".5" />
            <circle cx="30" cy={level + 12} r="1" fill="#fff" opacity=".5" />
          </g>
          <rect width="62" height="84" fill={`url(#${id}s)`} />
        </g>
      )}
      <path d={GLASS} fill="none" className="stroke-ink/55" strokeWidth="2.500" />
    </svg>
  )
}
