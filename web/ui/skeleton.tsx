import { t } from './texts.ts'

/** A placeholder as large as the content that replaces it. */
export function Skeleton({ className = '' }: { className?: string }) {
  return <span aria-hidden="true" className={`block animate-shimmer rounded-xl bg-raised ${className}`} />
}

interface SkeletonRowsProps {
  count: number
  /** Null where the screen has its own status. */
  label?: string | null
  /** That of the list which takes its place. */
  className?: string
}

/** Placeholder rows of a loading list; screen readers read the label once. */
export function SkeletonRows({ count, label = t('loading'), className }: SkeletonRowsProps) {
  return (
    <div role={label === null ? undefined : 'status'} className={className}>
      {label !== null && <span className="sr-only">{label}</span>}
      {Array.from({ length: count }, (_, row) => row).map((row) => (
        <div
          key={row}
          className="mb-2.5 flex min-h-24 items-center gap-3.5 rounded-card border border-line bg-surface p-3"
        >
          <Skeleton className="h-16.5 w-13.5 rounded-[14px]" />
          <div className="grid flex-1 gap-2">
            <Skeleton className="h-4 w-3/5" />
            <Skeleton className="h-3 w-4/5" />
            <Skeleton className="h-3 w-2/5" />
          </div>
          <Skeleton className="h-6 w-9" />
        </div>
      ))}
    </div>
  )
}
