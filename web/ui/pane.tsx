/**
 * Where a screen stands: alone, or on a desk beside another one. The list at the side is not the page's main part and
 * does not name the window; the detail takes the focus when it opens.
 */
import {
  type ComponentProps,
  createContext,
  type ReactNode,
  type RefObject,
  useContext,
  useLayoutEffect,
  useRef,
} from 'react'

export type Pane = 'alone' | 'side' | 'detail'

const CurrentPane = createContext<Pane>('alone')
const ShownBeside = createContext<string | undefined>(undefined)

export const usePane = (): Pane => useContext(CurrentPane)
/** The address that stands beside this list, with its query; undefined when the list is alone. */
export const useShownBeside = (): string | undefined => useContext(ShownBeside)

interface ScreenPaneProps {
  pane: Pane
  /** On a desk a pane scrolls by itself, and what a screen fixes to its edges stays within it; elsewhere the page does. */
  isOnDesk: boolean
  /** Kept as it is, but not shown. */
  isHidden?: boolean
  /** For a list: the address of the detail beside it. */
  beside?: string | undefined
  children: ReactNode
  /** On a desk. */
  className?: string
}

/** Where a screen stands. The same elements on a desk and without one, so that the screen outlives the change. */
export function ScreenPane({ pane, isOnDesk, isHidden = false, beside, children, className = '' }: ScreenPaneProps) {
  const scrolled = useKeptScroll(isOnDesk, isHidden)
  return (
    <CurrentPane value={pane}>
      <ShownBeside value={beside}>
        <div
          hidden={isHidden}
          className={isOnDesk ? `desk-${pane} relative h-dvh translate-z-0 overflow-hidden ${className}` : undefined}
        >
          {/* What lies outside of the flow, as words for screen readers do, scrolls with the rest. */}
          <div ref={scrolled} className={isOnDesk ? 'relative h-full overflow-y-auto' : undefined}>
            {children}
          </div>
        </div>
      </ShownBeside>
    </CurrentPane>
  )
}

/** Takes the place in a screen along when what scrolls it becomes the page or a pane. Spread onto the pane's content. */
function useKeptScroll(isOnDesk: boolean, isHidden: boolean): RefObject<HTMLDivElement | null> {
  const content = useRef<HTMLDivElement>(null)
  const top = useRef<number>(undefined)

  useLayoutEffect(() => {
    const pane = content.current
    if (!pane || isHidden) return
    const scroller = isOnDesk ? pane : window
    const note = () => {
      top.current = isOnDesk ? pane.scrollTop : window.scrollY
    }
    // What opens begins where the browser puts it.
    if (top.current !== undefined) scroller.scrollTo({ top: top.current })
    note()
    scroller.addEventListener('scroll', note, { passive: true })
    return () => scroller.removeEventListener('scroll', note)
  }, [isOnDesk, isHidden])

  return content
}

/** The main part of the page; beside another screen that is the detail alone. */
export function Main({ label, ...props }: ComponentProps<'main'> & { label: string }) {
  // The same element in every place: another one would begin anew what is in it.
  return <section {...props} role={usePane() === 'side' ? undefined : 'main'} aria-label={label} />
}
