/** Time in screens: rotating texts, elapsed seconds, overlays that dismiss themselves. */
import { type ComponentProps, useEffect, useMemo, useRef, useState } from 'react'

/** Counts the intervals since `active` became true. */
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

/** The current one of several rotating texts. */
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
 * Calls back when the overlay has been idle for the delay: a touch restarts the timer, hover or focus inside stops it.
 * Spread the result onto the overlay. With `takesFocus` the overlay focuses itself, so only a key press counts as use.
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
  const control = useMemo(() => {
    const pause = () => clearTimeout(timer.current)
    const restart = () => {
      pause()
      timer.current = setTimeout(() => dismiss.current(), delayMs)
    }
    return { pause, restart }
  }, [delayMs])

  useEffect(() => {
    if (!active) return
    control.restart()
    return control.pause
  }, [active, control])

  return {
    onPointerEnter: control.pause,
    onPointerLeave: control.restart,
    onPointerDown: control.pause,
    onPointerUp: control.restart,
    onScrollCapture: control.restart,
    onKeyDown: control.pause,
    ...(!takesFocus && { onFocus: control.pause }),
    onBlur: ({ currentTarget, relatedTarget }) => {
      if (!currentTarget.contains(relatedTarget)) control.restart()
    },
  }
}
