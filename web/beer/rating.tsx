/** Ratings: always a number, with a pint filled to it where there is room. */
import { useId } from 'react'
import { type Beer, estimatedRatingSeconds, RATING_MAX } from '#contracts'
import { srmColor } from './srm.ts'

type Rated = Pick<Beer, 'rating' | 'srm'>

/** Estimated from the style or by an AI provider, without any ratings. */
export const isEstimate = ({ ratingOrigin }: Pick<Beer, 'ratingOrigin'>): boolean =>
  ratingOrigin === 'style' || ratingOrigin === 'ai'

/** The API sends 0 for 'not computed yet'. */
export function isPending(beer: Pick<Beer, 'rating'>): boolean {
  return beer.rating === 0
}

interface RowRatingProps {
  beer: Rated & Pick<Beer, 'ratingOrigin'>
  pending?: number
  decimals?: number
}

/** The rating at the end of a row. */
export function RowRating({ beer, pending = 1, decimals = 0 }: RowRatingProps) {
  if (isPending(beer)) {
    return (
      <span className="display ml-auto shrink-0 text-right text-[0.95rem] leading-none text-ink-3">
        pouring…
        <span className="machine mt-1.5 block">~{estimatedRatingSeconds(pending)} s</span>
      </span>
    )
  }
  return (
    <span className="display ml-auto shrink-0 text-right text-[1.4rem] leading-none">
      {beer.rating.toFixed(decimals)}
      <span className="machine mt-1.5 block text-ink-3">
        /{RATING_MAX}
        {isEstimate(beer) && <EstimateMark />}
      </span>
    </span>
  )
}

/** Short mark for rows; the beer page explains the estimate. */
export function EstimateMark() {
  return (
    <>
      <span aria-hidden="true"> est.</span>
      <span className="sr-only"> estimated</span>
    </>
  )
}

/** For the beer page. */
export function GlassRating({ beer }: { beer: Rated }) {
  return (
    <div className="flex shrink-0 items-end gap-2.5">
      <RatingGlass beer={beer} />
      {isPending(beer) ? (
        <span className="display pb-1 text-[1.05rem] leading-none text-ink-3" role="status">
          pouring…
          <span className="machine mt-1.5 block">~{estimatedRatingSeconds(1)} s</span>
        </span>
      ) : (
        <span className="display pb-1 text-[2.6rem] leading-none">
          {Math.round(beer.rating)}
          <small className="font-sans text-[0.82rem] tracking-normal text-ink-3">/{RATING_MAX}</small>
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
