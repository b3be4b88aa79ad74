import type { ReactNode } from 'react'

export function StatusLine({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <p className="flex items-start gap-2.5 px-1 text-ink-2">
      <span aria-hidden="true" className="shrink-0">
        {icon}
      </span>
      {children}
    </p>
  )
}
