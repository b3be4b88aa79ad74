/**
 * The pane that holds a screen: alone, or beside another one in a split view. A list at the side is not the page's main
 * landmark and does not set the window title; a detail takes the focus when it opens.
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
const DetailAddress = createContext<string | undefined>(undefined)

export const usePane = (): Pane => useContext(CurrentPane)
/** The address of the detail beside this list, with its query; undefined when the list is alone. */
export const useDetailAddress = (): string | undefined => useContext(DetailAddress)

interface ScreenPaneProps {
  pane: Pane
  /** In a split view each pane scrolls by itself and contains its fixed elements; otherwise the page scrolls. */
  isSplit: boolean
  /** Mounted but not shown. */
  isHidden?: boolean
  /** For a list: the address of the detail beside it. */
  beside?: string | undefined
  children: ReactNode
  /** Used in a split view only. */
  className?: string
}

/** Renders the same elements in every layout, so that a screen keeps its state when the layout changes. */
export function ScreenPane({ pane, isSplit, isHidden = false, beside, children, className = '' }: ScreenPaneProps) {
  const scrolled = useScrollRestoration(isSplit, isHidden)
  return (
    <CurrentPane value={pane}>
      <DetailAddress value={beside}>
        <div
          hidden={isHidden}
          className={isSplit ? `split-${pane} relative h-dvh translate-z-0 overflow-hidden ${className}` : undefined}
        >
          {/* `relative`: positioned elements, such as `sr-only` texts, scroll with the content. */}
          <div
            ref={scrolled}
            data-scrolls={isSplit && pane !== 'side' ? 'page' : undefined}
            className={isSplit ? 'relative h-full overflow-y-auto' : undefined}
          >
            {children}
          </div>
        </div>
      </DetailAddress>
    </CurrentPane>
  )
}

/** Restores the scroll position when the scroller changes between page and pane. Attach the ref to the pane's content. */
function useScrollRestoration(isSplit: boolean, isHidden: boolean): RefObject<HTMLDivElement | null> {
  const content = useRef<HTMLDivElement>(null)
  const top = useRef<number>(undefined)

  useLayoutEffect(() => {
    const pane = content.current
    if (!pane || isHidden) return
    const scroller = isSplit ? pane : window
    const record = () => {
      top.current = isSplit ? pane.scrollTop : window.scrollY
    }
    // A new screen starts where the browser puts it.
    if (top.current !== undefined) scroller.scrollTo({ top: top.current })
    record()
    scroller.addEventListener('scroll', record, { passive: true })
    return () => scroller.removeEventListener('scroll', record)
  }, [isSplit, isHidden])

  return content
}

/** The main landmark of the page; in a split view only the detail is one. */
export function Main({ label, ...props }: ComponentProps<'main'> & { label: string }) {
  // The same element in every pane: another one would remount its children.
  return <section {...props} role={usePane() === 'side' ? undefined : 'main'} aria-label={label} />
}
