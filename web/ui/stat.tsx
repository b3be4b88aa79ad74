/** A number with its label; a skeleton while it loads. */
import { Card } from './screen.tsx'
import { Skeleton } from './skeleton.tsx'

interface StatProps {
  term: string
  value: string | undefined
  /** How certain the number is. */
  mark?: string | null | undefined
}

export function Stat({ term, value, mark }: StatProps) {
  return (
    <Card className="flex flex-col-reverse justify-end gap-1.5 px-3.5 py-3.5">
      <dt className="text-[0.8rem] leading-tight text-ink-3 hyphens-auto [overflow-wrap:anywhere]">{term}</dt>
      <dd className="display flex flex-wrap items-baseline gap-x-1.5 text-[1.7rem] leading-none">
        {value ?? <Skeleton className="h-6.75 w-12" />}
        {mark && <span className="font-sans text-[0.8rem] leading-tight text-ink-3">{mark}</span>}
      </dd>
    </Card>
  )
}
