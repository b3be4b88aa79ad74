/** The generated picture of a beer: a bottle or can, or a close-up of its label. */
import { useId } from 'react'
import type { Beer } from '#contracts'
import { hashOf, initialsOf, type Livery, liveryOf, shapeOf } from './placeholder.ts'

type Drawn = Pick<Beer, 'name' | 'brewery' | 'style'>

interface ArtProps {
  beer: Drawn
  className?: string
}

/** The whole bottle or can on a transparent background. */
export function PlaceholderShot({ beer, className = '' }: ArtProps) {
  const id = useId()
  const shape = shapeOf(beer)
  const livery = liveryOf(beer)
  return (
    <svg viewBox="0 0 140 270" className={className} aria-hidden="true" data-shape={shape} data-picture-place>
      <defs>
        <BodyGradient id={id} livery={livery} />
        <LightGradient id={id} />
        <MetalGradient id={id} />
        {shape === 'bottle' && <GlassGradient id={id} />}
        <filter id={`${id}soft`} x="-20%" y="-150%" width="140%" height="400%">
          <feGaussianBlur stdDeviation="6" />
        </filter>
      </defs>
      <ellipse cx="70" cy="258" rx="56" ry="9" fill="#000" opacity=".45" filter={`url(#${id}soft)`} />
      {shape === 'can' ? <Can id={id} /> : <Bottle id={id} />}
      <Label beer={beer} livery={livery} top={shape === 'can' ? 74 : 136} />
      {shape === 'can' ? <CanLight id={id} /> : <BottleLight id={id} />}
    </svg>
  )
}

/** The outline of a can, for beers that failed to load. */
export function EmptyCan({ className = '' }: { className?: string }) {
  return (
    <svg viewBox="0 0 140 270" className={className} aria-hidden="true">
      <g
        fill="#fdf4e3"
        fillOpacity=".05"
        stroke="#fdf4e3"
        strokeOpacity=".45"
        strokeWidth="2.500"
        strokeDasharray="7 8"
      >
        <path d={CAN_BODY} />
        <path d="M28 20q2-9 7-10h70q5 1 7 10" />
      </g>
    </svg>
  )
}

/** The middle of the label, for rows: lists hold many, so it has no more elements than it shows. */
export function PlaceholderTile({ beer, className = '' }: ArtProps) {
  const id = useId()
  const livery = liveryOf(beer)
  const initials = initialsOf(beer)
  const shape = shapeOf(beer)
  return (
    <svg
      viewBox="0 0 54 66"
      className={className}
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      data-shape={shape}
    >
      <defs>
        <BodyGradient id={id} livery={livery} />
        <LightGradient id={id} />
        {shape === 'can' && <MetalGradient id={id} />}
      </defs>
      <rect width="54" height="66" fill={`url(#${id}body)`} />
      {shape === 'can' ? (
        <path d="M0 0h54v7q-27 6-54 0Z" fill={`url(#${id}metal)`} opacity=".85" />
      ) : (
        <path d="M0 0h12q2 12-12 19ZM54 0H42q-2 12 12 19Z" fill="#0007" />
      )}
      <path d="M0 47q27 6 54 0v3.500q-27 6-54 0Z" fill={livery.ink} opacity=".26" />
      <text
        x="27"
        y="38"
        textAnchor="middle"
        fill={livery.ink}
        className="display"
        style={{ fontSize: initials.length > 2 ? 15 : 19, letterSpacing: 0 }}
      >
        {initials}
      </text>
      <rect width="54" height="66" fill={`url(#${id}light)`} />
    </svg>
  )
}

function BodyGradient({ id, livery }: { id: string; livery: Livery }) {
  return (
    <linearGradient id={`${id}body`} x1="0" y1="0" x2="0" y2="1">
      <stop stopColor={livery.light} />
      <stop offset="1" stopColor={livery.dark} />
    </linearGradient>
  )
}

function LightGradient({ id }: { id: string }) {
  return (
    <linearGradient id={`${id}light`}>
      <stop stopColor="#000" stopOpacity=".5" />
      <stop offset=".1" stopColor="#000" stopOpacity=".18" />
      <stop offset=".22" stopColor="#fff" stopOpacity=".3" />
      <stop offset=".34" stopColor="#fff" stopOpacity=".05" />
      <stop offset=".72" stopColor="#000" stopOpacity="0" />
      <stop offset=".88" stopColor="#000" stopOpacity=".3" />
      <stop offset=".95" stopColor="#fff" stopOpacity=".1" />
      <stop offset="1" stopColor="#000" stopOpacity=".5" />
    </linearGradient>
  )
}

function MetalGradient({ id }: { id: string }) {
  return (
    <linearGradient id={`${id}metal`}>
      <stop stopColor="#6d6d6d" />
      <stop offset=".28" stopColor="#f4f1ea" />
      <stop offset=".5" stopColor="#b9b6b0" />
      <stop offset=".8" stopColor="#dcd9d2" />
      <stop offset="1" stopColor="#5e5e5e" />
    </linearGradient>
  )
}

function GlassGradient({ id }: { id: string }) {
  return (
    <linearGradient id={`${id}glass`} x1="0" y1="0" x2="0" y2="1">
      <stop stopColor="#7a4212" />
      <stop offset=".5" stopColor="#4e2508" />
      <stop offset="1" stopColor="#2a1204" />
    </linearGradient>
  )
}

const CAN_BODY = 'M18 34q0-11 12-15h80q12 4 12 15v198q0 13-13 19-39 8-78 0-13-6-13-19Z'

function Can({ id }: { id: string }) {
  return (
    <>
      <path d="M28 20q2-9 7-10h70q5 1 7 10-42 9-84 0Z" fill={`url(#${id}metal)`} />
      <ellipse cx="70" cy="10" rx="36" ry="5" fill="#cfcbc3" />
      <ellipse cx="70" cy="10.500" rx="31" ry="3.600" fill="#8f8b84" />
      <ellipse cx="70" cy="10" rx="9" ry="1.800" fill="#dedad2" />
      <path d={CAN_BODY} fill={`url(#${id}body)`} />
      <path d="M24 244q46 13 92 0-3 8-9 9-37 7-74 0-6-1-9-9Z" fill={`url(#${id}metal)`} />
    </>
  )
}

function CanLight({ id }: { id: string }) {
  return (
    <>
      <path d={CAN_BODY} fill={`url(#${id}light)`} />
      <path d="M30 19q40 8 80 0v3q-40 8-80 0Z" fill="#fff" opacity=".25" />
    </>
  )
}

const BOTTLE_BODY = 'M55 34h30v46c0 20 31 26 31 58v98q0 15-14 18-32 5-64 0-14-3-14-18v-98c0-32 31-38 31-58Z'

function Bottle({ id }: { id: string }) {
  return (
    <>
      <path d={BOTTLE_BODY} fill={`url(#${id}glass)`} />
      <path d="M52 14q0-6 6-6h24q6 0 6 6l2 14q-20 5-40 0Z" fill={`url(#${id}metal)`} />
      <path d="M52 26q18 5 36 0v9q-18 5-36 0Z" fill="#2a1204" />
      <path d="M55 50q15 4 30 0v27q-15 5-30 0Z" fill={`url(#${id}body)`} />
      <path d="M24 132q46 12 92 0v94q-46 12-92 0Z" fill={`url(#${id}body)`} />
    </>
  )
}

function BottleLight({ id }: { id: string }) {
  return <path d={BOTTLE_BODY} fill={`url(#${id}light)`} />
}

/** Initials in one of three frames. */
function Label({ beer, livery, top }: { beer: Drawn; livery: Livery; top: number }) {
  const initials = initialsOf(beer)
  const variant = hashOf(`${beer.brewery ?? ''}|${beer.name}`) % 3
  const middle = top + 48
  return (
    <g fill="none" stroke={livery.ink}>
      {variant === 0 && <circle cx="70" cy={middle} r="40" strokeOpacity=".4" strokeWidth="2" />}
      {variant === 0 && <circle cx="70" cy={middle} r="35" strokeOpacity=".22" />}
      {variant === 1 && (
        <path
          d={`M28 ${middle - 37}q42 11 84 0M28 ${middle + 31}q42 11 84 0`}
          strokeOpacity=".45"
          strokeWidth="2.500"
        />
      )}
      {variant === 2 && (
        <path d={`M70 ${middle - 46}l40 46-40 46-40-46Z`} strokeOpacity=".38" strokeWidth="2" strokeLinejoin="round" />
      )}
      <text
        x="70"
        y={middle + (initials.length > 2 ? 10 : 13)}
        textAnchor="middle"
        fill={livery.ink}
        stroke="none"
        className="display"
        style={{ fontSize: initials.length > 2 ? 30 : 40 }}
      >
        {initials}
      </text>
      <path
        d={`M44 ${middle + 58}q26 6 52 0M52 ${middle + 68}q18 4 36 0`}
        strokeOpacity=".4"
        strokeWidth="2.500"
        strokeLinecap="round"
      />
    </g>
  )
}
