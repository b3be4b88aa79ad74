/** Stands in for a screen whose code is still loading, in the shape of what follows. */
import { useLocation } from 'wouter'
import { handoff } from '#web/handoff/handoff.ts'
import { Main } from '#web/ui/pane.tsx'
import { Skeleton, SkeletonRows } from '#web/ui/skeleton.tsx'
import { LateNotice } from './late-notice.tsx'
import { t } from './texts.ts'

export function ScreenSkeleton() {
  const [path] = useLocation()
  return (
    <>
      <Shape path={path} />
      <LateNotice />
    </>
  )
}

function Shape({ path }: { path: string }) {
  if (path === '/processing') return <PhotoSkeleton />
  return path === '/results' ? <BeerSkeleton /> : <ListSkeleton isDense={path.startsWith('/menu')} />
}

/** The photo stays where it was taken. */
function PhotoSkeleton() {
  const image = handoff.get().capturedImage
  return (
    <Main label={t('loading')} className="dusk bg-ground">
      <div className="column flex min-h-dvh flex-col px-6 pt-10 above-tabs">
        <h1 className="sr-only">BeerGoggles</h1>
        {image && <img src={image.url} alt={t('yourShot')} className="min-h-0 flex-1 rounded-[28px] object-cover" />}
        <Skeleton className="mt-7 h-8 w-3/5" />
      </div>
    </Main>
  )
}

function BeerSkeleton() {
  return (
    <Main label={t('loading')} className="min-h-dvh bg-ground">
      <h1 className="sr-only">BeerGoggles</h1>
      <div className="dusk grid h-[min(38dvh,366px)] min-h-60 place-items-center bg-[radial-gradient(90%_90%_at_50%_20%,#d98a2b,#6d3b14_60%,#120d09_100%)]">
        <Skeleton className="h-2/3 w-28 opacity-40" />
      </div>
      <div className="relative -mt-10 rounded-t-[30px] bg-ground pt-6.5 above-tabs">
        <div className="column column-wide grid gap-4 px-5.5">
          <Skeleton className="h-8 w-44" />
          <Skeleton className="h-18" />
          <Skeleton className="h-18" />
        </div>
      </div>
    </Main>
  )
}

/** `isDense`: the title is beside the buttons. */
function ListSkeleton({ isDense }: { isDense: boolean }) {
  return (
    <Main label={t('loading')} className="lamplit page pt-[max(1rem,env(safe-area-inset-top))] above-tabs">
      <h1 className="sr-only">BeerGoggles</h1>
      <Skeleton className={isDense ? 'mt-1.5 mb-30 ml-10 h-8 w-2/5' : 'mt-14 mb-6 h-9 w-3/5'} />
      <SkeletonRows count={4} />
    </Main>
  )
}
