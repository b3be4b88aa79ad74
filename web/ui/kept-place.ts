/**
 * The keyboard's place in a list whose row goes away under it: the row that moves up takes the focus, the heading of the
 * screen when none is left. Spread the answer onto the element around the list; rows are articles.
 */
import { type FocusEvent, type RefObject, useLayoutEffect, useRef } from 'react'

interface KeptPlace<E extends HTMLElement> {
  ref: RefObject<E | null>
  onFocus: (event: FocusEvent<E>) => void
  onBlur: (event: FocusEvent<E>) => void
}

export function useKeptPlace<E extends HTMLElement>(): KeptPlace<E> {
  const list = useRef<E>(null)
  const held = useRef<{ row: Element; index: number }>(undefined)

  // After every render: which one takes the row away is not known here.
  useLayoutEffect(() => {
    const { current: around } = list
    const { current: place } = held
    if (!around || !place || place.row.isConnected) return
    held.current = undefined
    if (document.activeElement !== document.body) return
    const rows = rowsOf(around)
    const next = rows[place.index] ?? rows.at(-1)
    const heading = around.closest('main, section[aria-label]')?.querySelector<HTMLElement>('h1')
    const target = next?.querySelector<HTMLElement>('a[href], button:not(:disabled)') ?? heading
    target?.focus()
  })

  return {
    ref: list,
    onFocus({ target, currentTarget }) {
      const row = target.closest('article')
      held.current = row ? { row, index: rowsOf(currentTarget).indexOf(row) } : undefined
    },
    onBlur({ target }) {
      // A row that is taken away gives its focus up too, in some browsers; then its place is wanted all the same.
      if (target.isConnected && document.activeElement !== document.body) held.current = undefined
    },
  }
}

const rowsOf = (list: Element) => [...list.querySelectorAll('article')]
