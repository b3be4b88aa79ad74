/**
 * What an icon means, shown beside it after a moment of resting on it or of keyboard focus; at once when another one was
 * shown just before. For eyes only: the control carries the same words as its name.
 */
import { type DOMAttributes, type ReactNode, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { TOOLTIP_DELAY_MS, TOOLTIP_SKIP_DELAY_MS } from '#contracts'

/** When the last tooltip went, whichever it was. */
let lastGoneAt = Number.NEGATIVE_INFINITY

interface Tooltip {
  /** Spread onto the control. */
  watch: Pick<DOMAttributes<HTMLElement>, 'onPointerEnter' | 'onPointerLeave' | 'onPointerDown' | 'onFocus' | 'onBlur'>
  tooltip: ReactNode
}

export function useTooltip(words: string): Tooltip {
  const [place, setPlace] = useState<{ left: number; top: number } | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const isShown = place !== null
  useEffect(() => () => clearTimeout(timer.current), [])

  function begin(control: HTMLElement): void {
    clearTimeout(timer.current)
    const delay = Date.now() - lastGoneAt < TOOLTIP_SKIP_DELAY_MS ? 0 : TOOLTIP_DELAY_MS
    timer.current = setTimeout(() => {
      const { left, width, bottom } = control.getBoundingClientRect()
      setPlace({ left: left + width / 2, top: bottom + 6 })
    }, delay)
  }
  function end(): void {
    clearTimeout(timer.current)
    if (isShown) lastGoneAt = Date.now()
    setPlace(null)
  }

  return {
    watch: {
      // A finger that touches wants the button, not its name.
      onPointerEnter: ({ currentTarget, pointerType }) => pointerType === 'mouse' && begin(currentTarget),
      onPointerLeave: end,
      onPointerDown: end,
      onFocus: ({ currentTarget }) => currentTarget.matches(':focus-visible') && begin(currentTarget),
      onBlur: end,
    },
    tooltip:
      place &&
      createPortal(
        <span
          aria-hidden="true"
          data-tooltip=""
          style={place}
          className="pointer-events-none fixed z-70 -translate-x-1/2 animate-fade rounded-lg border border-line bg-bar px-2.5 py-1 text-xs font-semibold whitespace-nowrap text-ink shadow-lg"
        >
          {words}
        </span>,
        document.body,
      ),
  }
}
