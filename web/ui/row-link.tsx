/** A link that fills its list row, marked as current while the split view shows its target. */
import type { MouseEvent, ReactNode } from 'react'
import { Link } from 'wouter'
import { useDetailAddress } from './pane.tsx'

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
      className="row-link after:absolute after:inset-0 after:rounded-card aria-[current=true]:after:outline-2 aria-[current=true]:after:outline-amber"
    >
      {children}
    </Link>
  )
}
