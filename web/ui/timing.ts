/** Time in screens: texts that rotate, seconds that pass, overlays that leave by themselves. */
import { type ComponentProps, useEffect, useMemo, useRef, useState } from 'react'

/** How many intervals have passed since it became active. */
export function useTicks(intervalMs: number, active = true): number {
  const [ticks, setTicks] = useState(0)
  useEffect(() => {
    if (!active) return
    setTicks(0)
    const timer = setInterval(() => setTicks((before) => before + 1), intervalMs)
    return () => clearInterval(timer)
  }, [intervalMs, active])
  return ticks
}

/** The text whose turn it is. */
export function useRotation<T>(texts: readonly T[], intervalMs: number, active = true): T | undefined {
  return texts[useTicks(intervalMs, active) % texts.length]
}

export function useDebounced<T>(value: T, delayMs: number): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), delayMs)
    return () => clearTimeout(timer)
  }, [value, delayMs])
  return settled
}

/**
 * Calls back after a time in which the overlay was left alone: touching it starts the time anew, a pointer over it or
 * focus on one of its controls holds it. Spread the answer onto the overlay. One that takes the focus by itself says
 * so: there, only a key pressed in it is use.
 */
export function useDismissAfter(
  delayMs: number,
  onDismiss: () => void,
  active: boolean,
  { takesFocus = true } = {},
): ComponentProps<'div'> {
  const dismiss = useRef(onDismiss)
  useEffect(() => {
    dismiss.current = onDismiss
  })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const watch = useMemo(() => {
    const hold = () => clearTimeout(timer.current)
    const restart = () => {
      hold()
      timer.current = setTimeout(() => dismiss.current(), delayMs)
    }
    return { hold, restart }
  }, [delayMs])

  useEffect(() => {
    if (!active) return
    watch.restart()
    return watch.hold
  }, [active, watch])

  return {
    onPointerEnter: watch.hold,
    onPointerLeave: watch.restart,
    onPointerDown: watch.hold,
    onPointerUp: watch.restart,
    onScrollCapture: watch.restart,
    onKeyDown: watch.hold,
    ...(!takesFocus && { onFocus: watch.hold }),
    onBlur: watch.restart,
  }
}
