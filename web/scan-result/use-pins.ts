/** Connects the pins on a photo with the rows of a list: focus, highlight and scrolling. */
import { useEffect, useId, useState } from 'react'
import { reducesMotion } from '#web/device/page.ts'

interface Chosen {
  place: number
  from: 'pin' | 'row'
}

export interface Pins {
  /** The highlighted beer. */
  chosen: Chosen | null
  rowId: (place: number) => string
  pinId: (place: number) => string
  toRow: (place: number) => void
  toPin: (place: number) => void
}

export function usePins(): Pins {
  const id = useId()
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const rowId = (place: number) => `${id}row-${place}`
  const pinId = (place: number) => `${id}pin-${place}`

  useEffect(() => {
    if (!chosen) return
    const isRow = chosen.from === 'pin'
    const element = document.getElementById(isRow ? `${id}row-${chosen.place}` : `${id}pin-${chosen.place}`)
    if (!element) return
    // The name of a beer that is not sure is a button.
    const focusable = isRow ? element.querySelector<HTMLElement>(':is(h2, h3) :is(a, button)') : element
    focusable?.focus({ preventScroll: true })
    // Scrolls the whole photo into view, not only the pin.
    const shown = isRow ? element : (element.closest('fieldset') ?? element)
    shown.scrollIntoView({ block: isRow ? 'center' : 'nearest', behavior: reducesMotion() ? 'auto' : 'smooth' })
  }, [chosen, id])

  return {
    chosen,
    rowId,
    pinId,
    toRow: (place) => setChosen({ place, from: 'pin' }),
    toPin: (place) => setChosen({ place, from: 'row' }),
  }
}
