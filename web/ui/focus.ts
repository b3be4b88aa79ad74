/** Where the focus goes when a change takes the control away that had it. */
import { type RefObject, useEffect, useRef } from 'react'

/** When another `value` left nothing focused, the successor takes the focus: a keyboard goes on from there. */
export function useFocusLeftBy(value: unknown, successor: RefObject<HTMLElement | null>): void {
  const before = useRef(value)
  useEffect(() => {
    if (Object.is(before.current, value)) return
    before.current = value
    const isNowhere = document.activeElement === document.body || document.activeElement === null
    if (isNowhere) successor.current?.focus({ preventScroll: true })
  }, [value, successor])
}
