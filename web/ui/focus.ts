/** Keyboard focus when a change removes the element that had it: the browser would drop it to the body. */
import { type FocusEvent, type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { headingAbove } from './heading-focus.ts'

const isFocusLost = () => document.activeElement === document.body || document.activeElement === null

/** Focuses the fallback when a change of `value` leaves nothing focused. */
export function useFocusFallback(value: unknown, fallback: RefObject<HTMLElement | null>): void {
  const before = useRef(value)
  useEffect(() => {
    if (Object.is(before.current, value)) return
    before.current = value
    if (isFocusLost()) fallback.current?.focus({ preventScroll: true })
  }, [value, fallback])
}

/**
 * Returns a function that gives the focus back to the element that has it now, unless another has it by then, such as the heading
 * of a detail that opened. If the element is gone, a control takes its place: the first within the nearest element around it that
 * is still there.
 */
export function keepFocus(): () => void {
  const focused = document.activeElement
  const around = [...ancestorsOf(focused)]
  return () => {
    if (!isFocusLost()) return
    if (focused?.isConnected) {
      if (focused instanceof HTMLElement) focused.focus()
      return
    }
    const controls = around.filter((element) => element.isConnected).map((element) => element.querySelector(CONTROL))
    const nearest = controls.find((control) => control !== null)
    if (nearest instanceof HTMLElement) nearest.focus({ preventScroll: true })
  }
}

function* ancestorsOf(element: Element | null): Generator<Element> {
  for (let at = element?.parentElement; at; at = at.parentElement) yield at
}

interface ListFocus<E extends HTMLElement> {
  ref: RefObject<E | null>
  onFocus: (event: FocusEvent<E>) => void
  onBlur: (event: FocusEvent<E>) => void
}

/**
 * Moves focus to the next row when the focused row is removed, and to the screen's heading when no row is left. Another
 * focused element that is removed, such as a button that clears the list, leaves the focus to the last row.
 * Spread the result onto the list element; rows are `article` elements or have `data-row`.
 */
export function useListFocus<E extends HTMLElement>(): ListFocus<E> {
  const list = useRef<E>(null)
  const focused = useRef<{ row: Element; index: number }>(undefined)

  // Runs after every render: the hook cannot know which render removes the row.
  useLayoutEffect(() => {
    const { current: container } = list
    const { current: last } = focused
    if (!container || !last || last.row.isConnected) return
    focused.current = undefined
    if (document.activeElement !== document.body) return
    const rows = rowsOf(container)
    const next = rows[last.index] ?? rows.at(-1)
    const target = next?.querySelector<HTMLElement>(CONTROL) ?? headingAbove(container)
    target?.focus()
  })

  return {
    ref: list,
    onFocus({ target, currentTarget }) {
      const row = target.closest(ROW)
      focused.current = row
        ? { row, index: rowsOf(currentTarget).indexOf(row) }
        : { row: target, index: Number.POSITIVE_INFINITY }
    },
    onBlur({ target }) {
      // Some browsers also blur an element when it is removed; its position is needed then.
      if (target.isConnected && document.activeElement !== document.body) focused.current = undefined
    },
  }
}

const CONTROL = 'a[href], button:not(:disabled)'
const ROW = 'article, [data-row]'
const rowsOf = (list: Element) => [...list.querySelectorAll(ROW)]
