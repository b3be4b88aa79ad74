/** The live camera with bubbles, or a pint while the camera is off. */
import { useDeferredValue, useEffect, useRef } from 'react'
import { camera } from '#web/device/camera.ts'
import type { CameraState } from '#web/device/camera-state.ts'
import { Bubbles } from '#web/ui/bubbles.tsx'
import { t } from './texts.ts'

export function CameraView({ state, frozen }: { state: CameraState; frozen: string | undefined }) {
  const video = useRef<HTMLVideoElement>(null)
  // Decoration renders after the first paint.
  const isDecorated = useDeferredValue(true, false)
  useEffect(() => (video.current ? camera.attach(video.current) : undefined), [])
  return (
    <div className="absolute inset-0 bg-[radial-gradient(120%_80%_at_50%_30%,#8a5a20_0,#4a2c10_34%,#1b110a_68%,#0c0805_100%)]">
      <video
        ref={video}
        muted
        playsInline
        autoPlay
        // Firefox would stop at it for the Tab key.
        tabIndex={-1}
        aria-label={t('liveCamera')}
        className={`absolute inset-0 size-full object-cover transition-opacity duration-300 ${state === 'live' ? '' : 'opacity-0'}`}
      />
      {frozen && <img src={frozen} alt={t('yourShot')} className="absolute inset-0 size-full object-cover" />}
      <div className="absolute inset-0 bg-linear-to-b from-black/60 via-transparent via-24% to-transparent" />
      {/* What stands on the picture can be read on a white one, too: the scrim is as high as the controls. */}
      <div className="absolute inset-x-0 bottom-0 h-[min(26rem,75%)] bg-[linear-gradient(to_top,#000000f2,#000000e0_45%,#0009_74%,#0000)]" />
      {isDecorated && <Bubbles />}
    </div>
  )
}

/** Shown between the corners while the camera is off. */
export function Standby({ isAsking }: { isAsking: boolean }) {
  return (
    <div className="grid justify-items-center gap-4 text-center">
      <Pint />
      <p className="max-w-[22ch] text-[0.95rem] font-semibold text-foam">{isAsking ? t('asking') : t('standby')}</p>
    </div>
  )
}

function Pint() {
  return (
    <svg viewBox="0 0 150 220" className="h-[min(24dvh,190px)]" aria-hidden="true">
      <defs>
        <linearGradient id="pint-beer" x1="0" y1="0" x2="0" y2="1">
          <stop stopColor="#f6b440" />
          <stop offset="1" stopColor="#c5701a" />
        </linearGradient>
        <linearGradient id="pint-light">
          <stop stopColor="#000" stopOpacity=".3" />
          <stop offset=".2" stopColor="#fff" stopOpacity=".34" />
          <stop offset=".38" stopColor="#fff" stopOpacity="0" />
          <stop offset=".8" stopColor="#000" stopOpacity=".12" />
          <stop offset="1" stopColor="#000" stopOpacity=".36" />
        </linearGradient>
      </defs>
      <path d="M14 10h122l-14 192q-1 12-13 12H41q-12 0-13-12Z" fill="#fff" fillOpacity=".1" />
      <path d="M19 46h112l-11 152q-1 8-9 8H39q-8 0-9-8Z" fill="url(#pint-beer)" />
      <path d="M16.500 22q14-12 28-2t30-3 30 1 29 4l-2 30H19Z" fill="#fdf4e3" />
      <path
        d="M14 10h122l-14 192q-1 12-13 12H41q-12 0-13-12Z"
        fill="url(#pint-light)"
        stroke="#fdf4e3"
        strokeOpacity=".4"
        strokeWidth="2.500"
      />
      <circle cx="62" cy="120" r="3" fill="#fff" fillOpacity=".5" />
      <circle cx="88" cy="150" r="2.200" fill="#fff" fillOpacity=".5" />
      <circle cx="76" cy="90" r="2" fill="#fff" fillOpacity=".5" />
      <circle cx="98" cy="104" r="1.700" fill="#fff" fillOpacity=".5" />
    </svg>
  )
}
