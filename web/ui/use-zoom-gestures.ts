/** Pinch, drag, double tap and wheel of a zoomable picture, as changes of its view. */
import { type MouseEvent, type PointerEvent, type RefObject, useEffect, useRef } from 'react'
import { SCALE_CLOSE, type View, WHOLE, zoomed } from './zoom.ts'

/** A finger that moves less than this taps. */
const DRAG_THRESHOLD_PX = 6
const DOUBLE_TAP_MS = 300
const DOUBLE_TAP_RADIUS_PX = 24
const WHEEL_SPEED = 0.002

interface Point {
  x: number
  y: number
}
type Change = (next: (before: View) => View) => void

/** Returns the pointer listeners of the frame. `setHeld` reports whether a drag or pinch is going on. */
export function useZoomGestures(
  frame: RefObject<HTMLElement | null>,
  view: View,
  change: Change,
  setHeld: (isHeld: boolean) => void,
) {
  const pointers = useRef(new Map<number, Point>())
  const drag = useRef<{ fromX: number; fromY: number; isMoving: boolean } | null>(null)
  const lastTap = useRef<(Point & { at: number }) | null>(null)
  /** Set by a drag: the click event that follows it is suppressed. */
  const suppressClick = useRef(false)
  useWheelZoom(frame, view, change)

  function end(event: PointerEvent<HTMLElement>): void {
    pointers.current.delete(event.pointerId)
    if (pointers.current.size > 0) return
    setHeld(false)
    drag.current = null
  }

  return {
    onPointerDown(event: PointerEvent<HTMLElement>): void {
      suppressClick.current = false
      pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY })
      drag.current = { fromX: event.clientX, fromY: event.clientY, isMoving: pointers.current.size > 1 }
    },
    onPointerMove(event: PointerEvent<HTMLElement>): void {
      const before = pointers.current.get(event.pointerId)
      if (!before || !drag.current) return
      const here = { x: event.clientX, y: event.clientY }
      const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1]
      const moved = Math.hypot(here.x - drag.current.fromX, here.y - drag.current.fromY)
      if (!drag.current.isMoving && moved < DRAG_THRESHOLD_PX) return
      if (!other && view.scale === 1) return
      if (!suppressClick.current) {
        suppressClick.current = true
        drag.current.isMoving = true
        event.currentTarget.setPointerCapture(event.pointerId)
        setHeld(true)
      }
      pointers.current.set(event.pointerId, here)
      if (!other) change((last) => ({ ...last, x: last.x + here.x - before.x, y: last.y + here.y - before.y }))
      else change(pinch(event.currentTarget, before, here, other))
    },
    onPointerUp(event: PointerEvent<HTMLElement>): void {
      const wasTap = pointers.current.size === 1 && !suppressClick.current
      end(event)
      if (!wasTap || isControl(event.target)) {
        lastTap.current = null
        return
      }
      const tap = { at: event.timeStamp, x: event.clientX, y: event.clientY }
      const last = lastTap.current
      lastTap.current = tap
      if (!last || tap.at - last.at > DOUBLE_TAP_MS || distance(tap, last) > DOUBLE_TAP_RADIUS_PX) return
      lastTap.current = null
      const point = fromCentre(event.currentTarget, event)
      change((before) => (before.scale > 1 ? WHOLE : zoomed(before, SCALE_CLOSE, point)))
    },
    onPointerCancel: end,
    onClickCapture(event: MouseEvent): void {
      if (!suppressClick.current) return
      suppressClick.current = false
      event.preventDefault()
      event.stopPropagation()
    },
  }
}

/** Zooms while the pointer is over the frame and the user means the picture: with Ctrl or Cmd, zoomed in, or focused. */
function useWheelZoom(frame: RefObject<HTMLElement | null>, view: View, change: Change): void {
  const latest = useRef({ view, change })
  useEffect(() => {
    latest.current = { view, change }
  })

  useEffect(() => {
    const element = frame.current
    if (!element) return
    const onWheel = (event: WheelEvent): void => {
      const { view, change } = latest.current
      const isMeant =
        event.ctrlKey || event.metaKey || view.scale > 1 || element.parentElement?.contains(document.activeElement)
      const next = zoomed(view, view.scale * Math.exp(-event.deltaY * WHEEL_SPEED), fromCentre(element, event))
      if (!isMeant || next.scale === view.scale) return
      event.preventDefault()
      change(() => next)
    }
    // React adds wheel listeners as passive, which cannot keep the page from scrolling.
    element.addEventListener('wheel', onWheel, { passive: false })
    return () => element.removeEventListener('wheel', onWheel)
  }, [frame])
}

/** One finger moved from `before` to `here` while the `other` rests: scales by the distance, pans with the midpoint. */
function pinch(element: Element, before: Point, here: Point, other: Point): (view: View) => View {
  const ratio = distance(here, other) / Math.max(1, distance(before, other))
  const midpoint = fromCentre(element, { clientX: (here.x + other.x) / 2, clientY: (here.y + other.y) / 2 })
  return (view) => {
    const next = zoomed(view, view.scale * ratio, midpoint)
    return { ...next, x: next.x + (here.x - before.x) / 2, y: next.y + (here.y - before.y) / 2 }
  }
}

const isControl = (target: EventTarget) => target instanceof Element && target.closest('a, button') !== null

/** A point of the window relative to the element's centre. */
function fromCentre(element: Element, { clientX, clientY }: { clientX: number; clientY: number }): Point {
  const { left, top, width, height } = element.getBoundingClientRect()
  return { x: clientX - left - width / 2, y: clientY - top - height / 2 }
}

const distance = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y)
