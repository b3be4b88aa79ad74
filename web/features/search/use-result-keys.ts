/** The results by keyboard: arrows move between the search box and the rows below it, Enter in the box opens the first. */
import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react'

type Box = RefObject<HTMLInputElement | null>

/** `isCurrent`: the results are those of the text in the box. Returns what the screen does with a key. */
export function useResultKeys(box: Box, isCurrent: boolean): (event: KeyboardEvent<HTMLElement>) => void {
  /** The text at which Enter was pressed before its results were there. */
  const entered = useRef<string>(undefined)

  const openFirst = () => rowsBelow(box)[0]?.click()

  useEffect(() => {
    if (!isCurrent || entered.current === undefined) return
    if (entered.current === box.current?.value && document.activeElement === box.current) openFirst()
    entered.current = undefined
  })

  return (event) => {
    const { key, target, nativeEvent } = event
    // An input method has its own use of these keys.
    if (nativeEvent.isComposing || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    if (key === 'Enter' && target === box.current) {
      // On a phone this key puts the keyboard away.
      if (window.matchMedia('(pointer: coarse)').matches) box.current.blur()
      else if (isCurrent) openFirst()
      else entered.current = box.current.value
    }
    const step = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0
    const stops = [box.current, ...rowsBelow(box)]
    const at = target instanceof HTMLElement ? stops.indexOf(target) : -1
    if (step === 0 || at === -1) return
    event.preventDefault()
    stops[at + step]?.focus()
  }
}

const rowsBelow = (box: Box) => [...(box.current?.closest('section')?.querySelectorAll<HTMLElement>('.row-link') ?? [])]
