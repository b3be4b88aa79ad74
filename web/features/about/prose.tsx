/** A section of a static page. */
import type { ReactNode } from 'react'
import { Card } from '#web/ui/screen.tsx'

export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card className="mb-2.5 px-4.5 py-4">
      <h2 className="text-[1.15rem] leading-tight">{title}</h2>
      <div className="mt-2 grid gap-2 text-[0.95rem] text-ink-2">{children}</div>
    </Card>
  )
}
