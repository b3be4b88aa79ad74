/** The vintage goggles of the brand, with beer in the lenses. */
import { useId } from 'react'
import { t } from './texts.ts'

export function Goggles({ width = 168, sloshing = false }: { width?: number; sloshing?: boolean }) {
  const id = useId()
  return (
    <svg
      width={width}
      height={(width * 92) / 168}
      viewBox="0 0 168 92"
      fill="none"
      role="img"
      aria-label={t('vintageGoggles')}
    >
      <defs>
        <linearGradient id={`${id}b`} x1="0" y1="0" x2="0" y2="1">
          <stop stopColor="#ffc35a" />
          <stop offset="1" stopColor="#c8622c" />
        </linearGradient>
        <linearGradient id={`${id}r`} x1="0" y1="0" x2="1" y2="1">
          <stop stopColor="#e2bd88" />
          <stop offset=".5" stopColor="#c49a63" />
          <stop offset="1" stopColor="#8d6537" />
        </linearGradient>
        <clipPath id={`${id}c`}>
          <circle cx="50" cy="50" r="26" />
          <circle cx="118" cy="50" r="26" />
        </clipPath>
      </defs>
      <path
        d="M5 42c8-15 19-22 33-22M163 42c-8-15-19-22-33-22"
        stroke="#8d6537"
        strokeWidth="10"
        strokeLinecap="round"
      />
      <path
        d="M5 40c8-14 19-20 33-20M163 40c-8-14-19-20-33-20"
        stroke="#c49a63"
        strokeWidth="7"
        strokeLinecap="round"
      />
      <circle cx="50" cy="50" r="36" fill="#2a1a0d" stroke={`url(#${id}r)`} strokeWidth="8" />
      <circle cx="118" cy="50" r="36" fill="#2a1a0d" stroke={`url(#${id}r)`} strokeWidth="8" />
      <g clipPath={`url(#${id}c)`}>
        <g className={sloshing ? 'origin-center animate-slosh' : ''}>
          <path d="M14 48q9-6 18 0t18 0 18 0 18 0 18 0 18 0 18 0 18 0v40H14Z" fill={`url(#${id}b)`} />
          <path
            d="M14 36q9-5 18 0t18 0 18 0 18 0 18 0 18 0 18 0 18 0v13q-9 5-18 0t-18 0-18 0-18 0-18 0-18 0-18 0-18 0Z"
            fill="#fff3d1"
          />
        </g>
        <circle cx="43" cy="60" r="2.6" fill="#fff8" />
        <circle cx="54" cy="67" r="1.8" fill="#fff8" />
        <circle cx="111" cy="64" r="2.3" fill="#fff8" />
        <circle cx="124" cy="58" r="1.8" fill="#fff8" />
        <path
          d="M31 44c2-8 8-14 16-15M99 44c2-8 8-14 16-15"
          stroke="#fff"
          strokeOpacity=".55"
          strokeWidth="3"
          strokeLinecap="round"
        />
      </g>
      <path d="M78 45c4-4.5 8-4.5 12 0" stroke="#c49a63" strokeWidth="8" strokeLinecap="round" />
    </svg>
  )
}
