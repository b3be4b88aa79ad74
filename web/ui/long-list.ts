/** Long lists that do not delay the tap which opens their screen. */
import { useDeferredValue } from 'react'

/** As many as a phone shows below the heading of a screen. */
const FIRST_ROWS = 5

/** The first rows while the screen opens, and all of them right after it is shown. */
export function useLongList<T>(rows: readonly T[]): readonly T[]
export function useLongList<T>(rows: readonly T[] | undefined): readonly T[] | undefined
export function useLongList<T>(rows: readonly T[] | undefined): readonly T[] | undefined {
  const isOpen = useDeferredValue(true, false)
  return isOpen ? rows : rows?.slice(0, FIRST_ROWS)
}
