/** The frame of a screen: window title, a heading that takes the focus, a back button. */
import { ChevronLeft } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { IconButton } from './button.tsx'
import { Main, usePane } from './pane.tsx'
import { t } from './texts.ts'
import { lineSize, wordSize } from './word-size.ts'

export function useScreenTitle(title: string): void {
  const isSideList = usePane() === 'side'
  useEffect(() => {
    if (!isSideList) document.title = `${title} · BeerGoggles`
  }, [title, isSideList])
}

const MAIN = 'lamplit page above-tabs pt-[max(1rem,env(safe-area-inset-top))]'

interface ScreenProps {
  title: string
  /** A small monospaced line above the title. */
  above?: ReactNode
  /** The line below the title. */
  below?: ReactNode
  back?: { label?: string; go: () => void }
  /** Icon buttons opposite the back button. */
  actions?: ReactNode
  /** Puts the title beside the buttons, which leaves more room for a list. */
  isDense?: boolean
  children: ReactNode
}

export function Screen({ title, above, below, back, actions, isDense = false, children }: ScreenProps) {
  useScreenTitle(title)
  const buttons = 'flex min-h-11 items-center justify-between'
  if (isDense) {
    return (
      <Main label={title} className={MAIN}>
        <div className={`${buttons} -mx-2 gap-1`}>
          {back && <BackButton {...back} />}
          <div className="@container min-w-0 flex-1">
            <ScreenHeading size={lineSize(title, 1.4, 1.15, '100cqw')} className="py-0.5 leading-[1.05]">
              {title}
            </ScreenHeading>
          </div>
          {actions && <div className="flex">{actions}</div>}
        </div>
        <div className="px-1 pt-0.5 pb-1.5">
          {above && <div className="machine text-ink-3">{above}</div>}
          {below && <div className="mt-1 text-[0.86rem] leading-snug text-ink-2">{below}</div>}
        </div>
        {children}
      </Main>
    )
  }
  return (
    <Main label={title} className={MAIN}>
      {(back || actions) && (
        <div className={`${buttons} -mx-2 mb-1`}>
          {back ? <BackButton {...back} /> : <span />}
          {actions && <div className="flex">{actions}</div>}
        </div>
      )}
      <header className={`px-1 pb-4 ${back || actions ? '' : 'pt-9'}`}>
        {above && <div className="machine mb-2 text-ink-3">{above}</div>}
        <ScreenHeading size={wordSize(title, 2.1, '100vw - 44px')}>{title}</ScreenHeading>
        {below && <div className="mt-1.5 text-ink-2">{below}</div>}
      </header>
      {children}
    </Main>
  )
}

/** The heading of a screen. It takes the focus when the screen opens, so that keyboard users start at the top. */
export function ScreenHeading({
  children,
  className = 'leading-[1.05]',
  size,
}: {
  children: ReactNode
  className?: string
  /** As CSS, if not by the class. */
  size?: string
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  const isOpen = useRef(false)
  const pane = usePane()
  useEffect(() => {
    const isFocusLost = document.activeElement === document.body || document.activeElement === null
    // In a split view the link that opened the detail is still there and has the focus.
    const opensBeside = pane === 'detail' && !isOpen.current
    isOpen.current = true
    if (opensBeside || (pane !== 'side' && isFocusLost)) heading.current?.focus({ preventScroll: true })
  }, [pane])
  return (
    <h1 ref={heading} tabIndex={-1} className={className} style={{ fontSize: size }}>
      {children}
    </h1>
  )
}

interface BackButtonProps {
  /** Where it leads, if not just back. */
  label?: string
  go: () => void
  className?: string
}

export function BackButton({ label = t('back'), go, className = '' }: BackButtonProps) {
  return (
    <IconButton label={label} onClick={go} className={className}>
      <ChevronLeft size={26} />
    </IconButton>
  )
}

export function Card({
  children,
  className = '',
  as: Element = 'div',
}: {
  children: ReactNode
  className?: string
  as?: 'div' | 'article'
}) {
  return <Element className={`sheen rounded-card border border-line bg-surface ${className}`}>{children}</Element>
}

export function SectionHeading({ children, aside }: { children: ReactNode; aside?: ReactNode }) {
  return (
    <div className="mt-6 mb-2.5 flex flex-wrap items-baseline justify-between gap-x-3 gap-y-1.5 px-1">
      <h2 className="max-w-full [overflow-wrap:break-word] text-[1.2rem] leading-tight">{children}</h2>
      {aside && <span className="machine text-ink-3">{aside}</span>}
    </div>
  )
}
