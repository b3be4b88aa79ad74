/**
 * Where a screen stands: alone, or on a desk beside another one. The list at the side is not the page's main part and
 * does not name the window; the detail takes the focus when it opens.
 */
import { type ComponentProps, createContext, type ReactNode, useContext } from 'react'

export type Pane = 'alone' | 'side' | 'detail'

const CurrentPane = createContext<Pane>('alone')
const ShownBeside = createContext<string | undefined>(undefined)

export const usePane = (): Pane => useContext(CurrentPane)
/** The address that stands beside this list, with its query; undefined when the list is alone. */
export const useShownBeside = (): string | undefined => useContext(ShownBeside)

/** A part of the desk with its own scrolling; what a screen fixes to its edges stays within it. */
export function DeskPane({ pane, beside, children, className = '' }: DeskPaneProps) {
  return (
    <CurrentPane value={pane}>
      <ShownBeside value={beside}>
        <div className={`desk-${pane} relative h-dvh translate-z-0 overflow-hidden ${className}`}>
          <div className="h-full overflow-y-auto">{children}</div>
        </div>
      </ShownBeside>
    </CurrentPane>
  )
}

interface DeskPaneProps {
  pane: Pane
  /** For a list: the address of the detail beside it. */
  beside?: string | undefined
  children: ReactNode
  className?: string
}

/** The main part of the page; beside another screen that is the detail alone. */
export function Main({ label, ...props }: ComponentProps<'main'> & { label: string }) {
  return usePane() === 'side' ? <section {...props} aria-label={label} /> : <main {...props} />
}
