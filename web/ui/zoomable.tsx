/**
 * A picture one can look at closer: by pinch, double tap, wheel, buttons and keys. What lies on it keeps its size and is
 * placed in percent of the picture; the frame keeps its height whatever the picture is like, so nothing moves when it loads.
 */
import { Maximize2, ZoomIn, ZoomOut } from 'lucide-react'
import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react'
import { IconButton } from './button.tsx'
import { centred, type Extent, kept, SCALE_CLOSE, SCALE_MAX, SCALE_STEP, type View, WHOLE, zoomed } from './zoom.ts'

/** A finger that moves less than this taps. */
const DRAG_FROM_PX = 6
const DOUBLE_TAP_MS = 300
const DOUBLE_TAP_WITHIN_PX = 24
const ARROW_PX = 60
const WHEEL_PACE = 0.002
/** A frame that is much flatter or taller leaves no room to look closer, or none for what follows. */
const RATIO_MIN = 0.8
const RATIO_MAX = 1.9
/** From here on what lies on the picture has room: `group-data-close/zoom`. */
const CLOSE_FROM = 1.5

interface ZoomableProps {
  src: string
  alt: string
  /** Width by height of the picture, when it is known: the frame is shaped after it. */
  ratio?: number | undefined
  /** The name of the picture with all that lies on it. */
  label: string
  /** A place in percent that is brought into the middle; each new object moves there once. */
  target?: { x: number; y: number } | null
  /** Stands beside the buttons. */
  caption?: ReactNode
  /** Lies on the picture: `absolute`, placed in percent, with `PINNED` to keep its size. */
  children: ReactNode
}

/** Keeps the size of what lies on the picture, centred on its place. */
export const PINNED = { transform: 'translate(-50%, -50%) scale(calc(1 / var(--zoom)))' } as const

export function Zoomable({ src, alt, ratio = 1, label, target = null, caption, children }: ZoomableProps) {
  const frame = useRef<HTMLDivElement>(null)
  const layer = useRef<HTMLDivElement>(null)
  const [view, setView] = useState(WHOLE)
  const [isHeld, setHeld] = useState(false)
  const change = (next: (before: View) => View) => setView((before) => kept(next(before), sizeOf(layer), sizeOf(frame)))
  const gestures = useGestures(frame, view, change, setHeld)

  useEffect(() => {
    if (target) setView((before) => kept(centred(before, target, sizeOf(layer)), sizeOf(layer), sizeOf(frame)))
  }, [target])

  function onKeyDown(event: KeyboardEvent): void {
    const step = KEYS[event.key]
    const moves = event.key.startsWith('Arrow')
    if (!step || event.ctrlKey || event.metaKey || event.altKey || (moves && view.scale === 1)) return
    event.preventDefault()
    change(step)
  }

  const percent = `${Math.round(view.scale * 100)}%`
  return (
    <fieldset aria-label={label} onKeyDown={onKeyDown} className="min-w-0">
      <div
        ref={frame}
        data-close={view.scale >= CLOSE_FROM || undefined}
        style={{ aspectRatio: Math.min(RATIO_MAX, Math.max(RATIO_MIN, ratio)) }}
        {...gestures}
        className={`group/zoom relative grid max-h-[46dvh] w-full min-w-0 place-items-center overflow-clip [container-type:size] rounded-card border border-line bg-black/50 select-none ${view.scale > 1 ? 'cursor-grab touch-none active:cursor-grabbing' : 'touch-pan-y'}`}
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
        <div className="flex">
          <ZoomButton
            label="Zoom out"
            disabled={view.scale <= 1}
            onClick={() => change((before) => zoomed(before, before.scale / SCALE_STEP))}
          >
            <ZoomOut size={20} />
          </ZoomButton>
          <ZoomButton label="Whole picture" disabled={view.scale === 1} onClick={() => change(() => WHOLE)}>
            <Maximize2 size={19} />
          </ZoomButton>
          <ZoomButton
            label="Zoom in"
            disabled={view.scale >= SCALE_MAX}
            onClick={() => change((before) => zoomed(before, before.scale * SCALE_STEP))}
          >
            <ZoomIn size={20} />
          </ZoomButton>
        </div>
      </div>
      <span role="status" className="sr-only">
        {view.scale > 1 && percent}
      </span>
    </fieldset>
  )
}

/** Disabled by word alone: a button that takes the focus away with it would lose the keyboard's place. */
function ZoomButton({
  label,
  disabled,
  onClick,
  children,
}: {
  label: string
  disabled: boolean
  onClick: () => void
  children: ReactNode
}) {
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

const KEYS: Record<string, (view: View) => View> = {
  '+': (view) => zoomed(view, view.scale * SCALE_STEP),
  '=': (view) => zoomed(view, view.scale * SCALE_STEP),
  '-': (view) => zoomed(view, view.scale / SCALE_STEP),
  '0': () => WHOLE,
  ArrowLeft: (view) => ({ ...view, x: view.x + ARROW_PX }),
  ArrowRight: (view) => ({ ...view, x: view.x - ARROW_PX }),
  ArrowUp: (view) => ({ ...view, y: view.y + ARROW_PX }),
  ArrowDown: (view) => ({ ...view, y: view.y - ARROW_PX }),
}

/** Pointers, two taps and the wheel. */
function useGestures(
  frame: RefObject<HTMLElement | null>,
  view: View,
  change: (next: (before: View) => View) => void,
  setHeld: (isHeld: boolean) => void,
) {
  const pointers = useRef(new Map<number, { x: number; y: number }>())
  const drag = useRef<{ fromX: number; fromY: number; isMoving: boolean } | null>(null)
  const lastTap = useRef<{ at: number; x: number; y: number } | null>(null)
  /** The click that follows a drag is none. */
  const swallow = useRef(false)
  const now = useRef({ view, change })
  useEffect(() => {
    now.current = { view, change }
  })

  useEffect(() => {
    const element = frame.current
    if (!element) return
    // React listens passively to the wheel, and a page must not scroll while its picture zooms.
    const onWheel = (event: WheelEvent): void => {
      const { view, change } = now.current
      const isMeant =
        event.ctrlKey || event.metaKey || view.scale > 1 || element.parentElement?.contains(document.activeElement)
      const next = zoomed(view, view.scale * Math.exp(-event.deltaY * WHEEL_PACE), fromMiddle(element, event))
      if (!isMeant || next.scale === view.scale) return
      event.preventDefault()
      change(() => next)
    }
    element.addEventListener('wheel', onWheel, { passive: false })
    return () => element.removeEventListener('wheel', onWheel)
  }, [frame])

  function end(event: PointerEvent<HTMLElement>): void {
    pointers.current.delete(event.pointerId)
    if (pointers.current.size === 0) {
      setHeld(false)
      drag.current = null
    }
  }

  return {
    onPointerDown(event: PointerEvent<HTMLElement>): void {
      swallow.current = false
      pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY })
      drag.current = { fromX: event.clientX, fromY: event.clientY, isMoving: pointers.current.size > 1 }
    },
    onPointerMove(event: PointerEvent<HTMLElement>): void {
      const before = pointers.current.get(event.pointerId)
      if (!before || !drag.current) return
      const here = { x: event.clientX, y: event.clientY }
      const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1]
      const moved = Math.hypot(here.x - drag.current.fromX, here.y - drag.current.fromY)
      if (!drag.current.isMoving && moved < DRAG_FROM_PX) return
      if (!other && view.scale === 1) return
      if (!swallow.current) {
        swallow.current = true
        drag.current.isMoving = true
        event.currentTarget.setPointerCapture(event.pointerId)
        setHeld(true)
      }
      pointers.current.set(event.pointerId, here)
      if (!other) {
        change((last) => ({ ...last, x: last.x + here.x - before.x, y: last.y + here.y - before.y }))
        return
      }
      const ratio = distance(here, other) / Math.max(1, distance(before, other))
      const middle = { clientX: (here.x + other.x) / 2, clientY: (here.y + other.y) / 2 }
      const at = fromMiddle(event.currentTarget, middle)
      const shift = { x: (here.x - before.x) / 2, y: (here.y - before.y) / 2 }
      change((last) => {
        const next = zoomed(last, last.scale * ratio, at)
        return { ...next, x: next.x + shift.x, y: next.y + shift.y }
      })
    },
    onPointerUp(event: PointerEvent<HTMLElement>): void {
      const wasTap = pointers.current.size === 1 && !swallow.current
      end(event)
      if (!wasTap || isControl(event.target)) {
        lastTap.current = null
        return
      }
      const tap = { at: event.timeStamp, x: event.clientX, y: event.clientY }
      const last = lastTap.current
      lastTap.current = tap
      if (!last || tap.at - last.at > DOUBLE_TAP_MS || distance(tap, last) > DOUBLE_TAP_WITHIN_PX) return
      lastTap.current = null
      const at = fromMiddle(event.currentTarget, event)
      change((before) => (before.scale > 1 ? WHOLE : zoomed(before, SCALE_CLOSE, at)))
    },
    onPointerCancel: end,
    onClickCapture(event: { preventDefault(): void; stopPropagation(): void }): void {
      if (!swallow.current) return
      swallow.current = false
      event.preventDefault()
      event.stopPropagation()
    },
  }
}

const isControl = (target: EventTarget) => target instanceof Element && target.closest('a, button') !== null

function sizeOf({ current }: RefObject<HTMLElement | null>): Extent {
  return { width: current?.offsetWidth ?? 0, height: current?.offsetHeight ?? 0 }
}

/** A point of the window, seen from the middle of the frame. */
function fromMiddle(element: Element, at: { clientX: number; clientY: number }): { x: number; y: number } {
  const { left, top, width, height } = element.getBoundingClientRect()
  return { x: at.clientX - left - width / 2, y: at.clientY - top - height / 2 }
}

const distance = (a: { x: number; y: number }, b: { x: number; y: number }) => Math.hypot(a.x - b.x, a.y - b.y)
