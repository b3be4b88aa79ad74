/**
 * A tooltip for an icon: shown after a delay on hover or keyboard focus, at once if another was visible just before.
 * Hidden from screen readers, since the control has the same text as its accessible name.
 */
import { type DOMAttributes, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { TOOLTIP_DELAY_MS, TOOLTIP_SKIP_DELAY_MS } from '#contracts'

const EDGE_PX = 8

/** When the last tooltip of the page was hidden. */
let lastHiddenAt = Number.NEGATIVE_INFINITY

interface Tooltip {
  /** Spread onto the control. */
  listeners: Pick<
    DOMAttributes<HTMLElement>,
    'onPointerEnter' | 'onPointerLeave' | 'onPointerDown' | 'onFocus' | 'onBlur'
  >
  tooltip: ReactNode
}

export function useTooltip(text: string): Tooltip {
  const [position, setPosition] = useState<{ left: number; top: number; above: number } | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const isShown = position !== null
  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    if (!isShown) return
    const onKey = ({ key }: KeyboardEvent) => key === 'Escape' && setPosition(null)
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [isShown])
  const shown = useRef<HTMLSpanElement>(null)
  // Keeps the text inside the window: centred on its control, or moved aside from an edge.
  useLayoutEffect(() => {
    if (!position || !shown.current) return
    const { width, height } = shown.current.getBoundingClientRect()
    const { clientWidth, clientHeight } = document.documentElement
    const left = Math.max(EDGE_PX, Math.min(position.left - width / 2, clientWidth - EDGE_PX - width))
    const isBelow = position.top + height <= clientHeight - EDGE_PX
    shown.current.style.left = `${left}px`
    shown.current.style.top = `${isBelow ? position.top : position.above - height}px`
  }, [position])

  function show(control: HTMLElement): void {
    clearTimeout(timer.current)
    const delay = Date.now() - lastHiddenAt < TOOLTIP_SKIP_DELAY_MS ? 0 : TOOLTIP_DELAY_MS
    timer.current = setTimeout(() => {
      const { left, width, top, bottom } = control.getBoundingClientRect()
      setPosition({ left: left + width / 2, top: bottom + 6, above: top - 6 })
    }, delay)
  }
  function hide(): void {
    clearTimeout(timer.current)
    if (isShown) lastHiddenAt = Date.now()
    setPosition(null)
  }

  return {
    listeners: {
      // Mouse only: a touch activates the button.
      onPointerEnter: ({ currentTarget, pointerType }) => pointerType === 'mouse' && show(currentTarget),
      onPointerLeave: hide,
      onPointerDown: hide,
      onFocus: ({ currentTarget }) => currentTarget.matches(':focus-visible') && show(currentTarget),
      onBlur: hide,
    },
    tooltip:
      position &&
      createPortal(
        <span
          ref={shown}
          aria-hidden="true"
          data-tooltip=""
          className="pointer-events-none fixed z-70 w-max max-w-[calc(100vw-1rem)] animate-fade rounded-lg border border-line bg-bar px-2.5 py-1 text-xs font-semibold text-ink shadow-lg"
        >
          {text}
        </span>,
        document.body,
      ),
  }
}
