/**
 * A picture that zooms by pinch, double tap, wheel, buttons and keys. Overlays keep their size and are positioned in
 * percent of the picture. The frame keeps its height for every picture, so that nothing shifts when it loads.
 */
import { Maximize2, ZoomIn, ZoomOut } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { percentText } from '#web/language/formats.ts'
import { IconButton } from './button.tsx'
import { t } from './texts.ts'
import { useZoomGestures } from './use-zoom-gestures.ts'
import { centred, clamped, type Extent, SCALE_MAX, SCALE_STEP, type View, WHOLE, zoomed } from './zoom.ts'

const ARROW_PX = 60
/** A flatter frame leaves no room to zoom, a taller one none for the content below. */
const RATIO_MIN = 0.8
const RATIO_MAX = 1.9
/** From this scale on, overlays have room for details: `group-data-close/zoom`. */
const CLOSE_FROM = 1.5

interface ZoomableProps {
  src: string
  alt: string
  /** Width divided by height of the picture, if known: shapes the frame. */
  ratio?: number | undefined
  /** The accessible name of the picture with its overlays. */
  label: string
  /** A point in percent to centre; each new object moves the view once. */
  target?: { x: number; y: number } | null
  /** Shown beside the buttons. */
  caption?: ReactNode
  /** Overlays: `absolute`, positioned in percent, with `PINNED` to keep their size. */
  children: ReactNode
}

/** Keeps the size of an overlay, centred on its position. */
export const PINNED = { transform: 'translate(-50%, -50%) scale(calc(1 / var(--zoom)))' } as const
/** Keeps the size of an overlay that ends just before its position. */
export const PINNED_BEFORE = {
  transform: 'translate(calc(-100% - 4px / var(--zoom)), -50%) scale(calc(1 / var(--zoom)))',
  transformOrigin: '100% 50%',
} as const

export function Zoomable({ src, alt, ratio = 1, label, target = null, caption, children }: ZoomableProps) {
  const frame = useRef<HTMLDivElement>(null)
  const layer = useRef<HTMLDivElement>(null)
  const [view, setView] = useState(WHOLE)
  const [isHeld, setHeld] = useState(false)
  const change = (next: (before: View) => View) =>
    setView((before) => clamped(next(before), sizeOf(layer), sizeOf(frame)))
  const gestures = useZoomGestures(frame, view, change, setHeld)

  useEffect(() => {
    if (target) setView((before) => clamped(centred(before, target, sizeOf(layer)), sizeOf(layer), sizeOf(frame)))
  }, [target])

  function onKeyDown(event: KeyboardEvent): void {
    const step = KEYS[event.key]
    const isArrow = event.key.startsWith('Arrow')
    if (!step || event.ctrlKey || event.metaKey || event.altKey || (isArrow && view.scale === 1)) return
    event.preventDefault()
    change(step)
  }

  return (
    <fieldset aria-label={label} onKeyDown={onKeyDown} className="min-w-0">
      <div
        ref={frame}
        data-close={view.scale >= CLOSE_FROM || undefined}
        style={{ aspectRatio: Math.min(RATIO_MAX, Math.max(RATIO_MIN, ratio)) }}
        {...gestures}
        className={`group/zoom relative grid max-h-[46dvh] w-full min-w-0 place-items-center overflow-clip [container-type:size] rounded-card border border-line bg-raised select-none ${view.scale > 1 ? 'cursor-grab touch-none active:cursor-grabbing' : 'touch-pan-y'}`}
      >
        <div
          ref={layer}
          className={`relative grid ${isHeld ? '' : 'transition-transform duration-200 ease-out'}`}
          style={
            {
              '--zoom': view.scale,
              transform: `translate3d(${view.x}px, ${view.y}px, 0) scale(${view.scale})`,
            } as object
          }
        >
          <img src={src} alt={alt} draggable={false} className="block max-h-[100cqh] max-w-[100cqw]" />
          {children}
        </div>
      </div>
      <div className="flex min-h-11 items-center justify-between gap-3 pl-1">
        <div className="min-w-0 text-[0.8rem] leading-snug text-ink-3">{caption}</div>
        <ZoomButtons view={view} change={change} />
      </div>
      <span role="status" className="sr-only">
        {view.scale > 1 && percentText(view.scale)}
      </span>
    </fieldset>
  )
}

const zoomIn = (view: View) => zoomed(view, view.scale * SCALE_STEP)
const zoomOut = (view: View) => zoomed(view, view.scale / SCALE_STEP)

const KEYS: Record<string, (view: View) => View> = {
  '+': zoomIn,
  '=': zoomIn,
  '-': zoomOut,
  '0': () => WHOLE,
  ArrowLeft: (view) => ({ ...view, x: view.x + ARROW_PX }),
  ArrowRight: (view) => ({ ...view, x: view.x - ARROW_PX }),
  ArrowUp: (view) => ({ ...view, y: view.y + ARROW_PX }),
  ArrowDown: (view) => ({ ...view, y: view.y - ARROW_PX }),
}

function ZoomButtons({ view, change }: { view: View; change: (next: (before: View) => View) => void }) {
  return (
    <div className="flex">
      <ZoomButton label={t('zoomOut')} disabled={view.scale <= 1} onClick={() => change(zoomOut)}>
        <ZoomOut size={20} />
      </ZoomButton>
      <ZoomButton label={t('wholePicture')} disabled={view.scale === 1} onClick={() => change(() => WHOLE)}>
        <Maximize2 size={19} />
      </ZoomButton>
      <ZoomButton label={t('zoomIn')} disabled={view.scale >= SCALE_MAX} onClick={() => change(zoomIn)}>
        <ZoomIn size={20} />
      </ZoomButton>
    </div>
  )
}

interface ZoomButtonProps {
  label: string
  disabled: boolean
  onClick: () => void
  children: ReactNode
}

/** Uses `aria-disabled`: a button that is really disabled would drop the keyboard's focus. */
function ZoomButton({ label, disabled, onClick, children }: ZoomButtonProps) {
  return (
    <IconButton
      label={label}
      aria-disabled={disabled}
      onClick={() => !disabled && onClick()}
      className={disabled ? 'opacity-45' : ''}
    >
      {children}
    </IconButton>
  )
}

function sizeOf({ current }: RefObject<HTMLElement | null>): Extent {
  return { width: current?.offsetWidth ?? 0, height: current?.offsetHeight ?? 0 }
}
