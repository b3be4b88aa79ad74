/** Takes the place of a menu that is still loading: its two lines, its tools and its rows. */
import { Skeleton, SkeletonRows } from '#web/ui/skeleton.tsx'

export function MenuSkeleton({ label }: { label: string }) {
  return (
    <>
      <Skeleton className="ml-1 h-3 w-3/5" />
      <Skeleton className="mt-1.5 ml-1 h-3.5 w-2/5" />
      <div className="mt-3 mb-4 flex gap-2 overflow-hidden">
        {['w-32', 'w-42', 'w-24'].map((width) => (
          <Skeleton key={width} className={`h-11 shrink-0 rounded-full! ${width}`} />
        ))}
      </div>
      <SkeletonRows count={6} className="menu-grid" label={label} />
    </>
  )
}
