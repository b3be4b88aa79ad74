/** Long lists that delay no tap: not the one which opens them, and none after it. */
import { type ReactNode, startTransition, useDeferredValue, useEffect, useEffectEvent, useRef, useState } from 'react'

/** As many as a phone shows below the heading of a screen. */
const FIRST_ROWS = 5
/** More than a tablet shows, few enough for a slow phone to draw between two taps. */
const MORE_ROWS = 12
/** Far down a list grows by this share of itself: whoever goes to its end gets there in a few steps. */
const GROWTH = 0.25
/** Rows are added before the end of the list comes into view. */
const AHEAD_PX = 2_000

interface LongList<T> {
  shown: readonly T[]
  /** Belongs below the last row. */
  end: ReactNode
}

/** The first rows while the screen opens, some more right after it is shown, and the rest as the user scrolls to them. */
export function useLongList<T>(rows: readonly T[]): LongList<T> {
  const isOpen = useDeferredValue(true, false)
  const [reached, setReached] = useState(MORE_ROWS)
  if (!isOpen) return { shown: rows.slice(0, FIRST_ROWS), end: null }
  if (rows.length <= reached) return { shown: rows, end: null }
  return {
    shown: rows.slice(0, reached),
    end: <ListEnd key={reached} rows={reached} onNear={(more) => startTransition(() => setReached(reached + more))} />,
  }
}

function ListEnd({ rows, onNear }: { rows: number; onNear: (more: number) => void }) {
  const place = useRef<HTMLDivElement>(null)
  const note = useEffectEvent((end: Element) =>
    onNear(Math.max(MORE_ROWS, Math.ceil(rows * GROWTH), rowsToReturn(rows, end))),
  )
  useEffect(() => {
    if (!place.current) return
    const margin = `${AHEAD_PX}px`
    const observer = new IntersectionObserver(
      (entries) => {
        const near = entries.find((entry) => entry.isIntersecting)
        if (near) note(near.target)
      },
      {
        rootMargin: margin,
        // The same in a pane of a split view, which scrolls by itself.
        scrollMargin: margin,
      },
    )
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [])
  return <div ref={place} data-more-rows />
}

/** As many more rows as reach down to the place that the page returns to (`device/session-history.ts`), judging by those shown. */
function rowsToReturn(rows: number, end: Element): number {
  const { returnsTo } = document.documentElement.dataset
  if (returnsTo === undefined) return 0
  const page = document.querySelector('[data-scrolls="page"]') ?? document.documentElement
  const reach = page.scrollTop + end.getBoundingClientRect().top
  return Math.ceil((rows * (Number(returnsTo) + window.innerHeight)) / reach) - rows
}
