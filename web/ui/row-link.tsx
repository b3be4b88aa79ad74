/** A link or button that fills its list row. */
import type { MouseEvent, ReactNode } from 'react'
import { Link } from 'wouter'
import { useDetailAddress } from './pane.tsx'

const FILLS_ROW = 'row-link after:absolute after:inset-0 after:rounded-card'

/** Marked as current while the split view shows its target. */
export function RowLink({
  href,
  onClick,
  children,
}: {
  href: string
  onClick?: ((event: MouseEvent<HTMLElement>) => void) | undefined
  children: ReactNode
}) {
  const shown = useDetailAddress()
  const isCurrent = shown === href || shown?.startsWith(`${href}&`)
  return (
    <Link
      href={href}
      onClick={onClick}
      aria-current={isCurrent ? 'true' : undefined}
      className={`${FILLS_ROW} aria-[current=true]:after:outline-2 aria-[current=true]:after:outline-amber`}
    >
      {children}
    </Link>
  )
}

/** Opens a dialog instead of a page. */
export function RowButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <button type="button" aria-haspopup="dialog" onClick={onClick} className={`${FILLS_ROW} text-left`}>
      {children}
    </button>
  )
}
