/** The link that fills a row of a list, marked while a desk shows beside the list what it leads to. */
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { useShownBeside } from './pane.tsx'

export function RowLink({
  href,
  onClick,
  children,
}: {
  href: string
  onClick?: (() => void) | undefined
  children: ReactNode
}) {
  const shown = useShownBeside()
  const isShown = shown === href || shown?.startsWith(`${href}&`)
  return (
    <Link
      href={href}
      onClick={onClick}
      aria-current={isShown ? 'true' : undefined}
      className="row-link after:absolute after:inset-0 after:rounded-card aria-[current=true]:after:outline-2 aria-[current=true]:after:outline-amber"
    >
      {children}
    </Link>
  )
}
