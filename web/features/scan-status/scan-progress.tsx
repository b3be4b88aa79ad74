/** How far a scan is, what it has found so far, and the way out. */
import { LoaderCircle } from 'lucide-react'
import { deleteScan, SCAN_RUNNING_MAX_MS, type Scan } from '#contracts'
import { userMessage } from '#web/api/call-error.ts'
import { useCall } from '#web/api/queries.ts'
import { usePictureOf } from '#web/handoff/handoff.ts'
import { scanPath } from '#web/handoff/paths.ts'
import { useToCamera } from '#web/handoff/way-back.ts'
import { percentText } from '#web/language/formats.ts'
import { outbox } from '#web/outbox/outbox.ts'
import { FirstRows, foundSoFar } from '#web/scan-result/scan-wait.tsx'
import { stageText } from '#web/scan-result/stage-text.ts'
import { Button } from '#web/ui/button.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { Card } from '#web/ui/screen.tsx'
import { useTicks } from '#web/ui/timing.ts'
import { useToast } from '#web/ui/toast.tsx'
import { t } from './texts.ts'

export function ScanProgress({ scan }: { scan: Scan }) {
  const { progressCurrent: current, progressTotal: total } = scan
  const toCamera = useToCamera()
  const cancelling = useCall(deleteScan)
  const toast = useToast()
  const seconds = useSecondsSince(scan.scannedAt)

  async function cancel(): Promise<void> {
    try {
      if (outbox.get(scan.id)) await outbox.cancel(scan.id)
      else await cancelling.mutateAsync({ params: { id: scan.id } })
      // Not from another page that the user has opened meanwhile. The scan may have ended, and this card with it.
      if (location.pathname === scanPath(scan.id)) toCamera({ isGone: true })
    } catch (error) {
      toast({ title: t('cancelFailed'), description: userMessage(error), tone: 'destructive' })
    }
  }

  const picture = usePictureOf(scan.id)
  const percent = total > 0 ? (current / total) * 100 : 0
  return (
    <Card className="p-5">
      {picture && (
        <img src={picture.url} alt="" className="mb-5 max-h-[34dvh] w-full rounded-[14px] bg-raised object-contain" />
      )}
      <div role="status" className="flex items-center gap-3">
        <LoaderCircle aria-hidden="true" className="shrink-0 animate-spin text-accent-ink" />
        <div>
          <p className="font-semibold">{progressText(scan)}</p>
          <p className="text-sm text-ink-3">{scan.stage ? stageText(scan.stage) : t('expected')}</p>
        </div>
        <span className="display ml-auto text-xl">{percentText(percent / 100)}</span>
      </div>
      <div className="mt-4">
        <ProgressBar percent={percent} label={t('processing')} />
      </div>
      <p className="mt-3 flex flex-wrap items-baseline justify-between gap-x-3 text-sm text-ink-3">
        <span>{scan.stage && t('expected')}</span>
        {seconds !== null && <span className="machine ml-auto whitespace-nowrap">{t('seconds', { seconds })}</span>}
      </p>
      <FirstRows beers={foundSoFar(scan)} className="mt-4" />
      <Button variant="quiet" className="mt-4 w-full" isBusy={cancelling.isPending} onClick={() => void cancel()}>
        {t('cancel')}
      </Button>
    </Card>
  )
}

/** Counts beers, never lines of text: until containers or menu items are known, only the stage says how far the scan is. */
function progressText(scan: Scan): string {
  if (scan.stage === null && scan.progressTotal === 0) return t('waitingTurn')
  const found = foundSoFar(scan).reduce((sum, { count }) => sum + count, 0)
  const isCounted = scan.detected !== null
  const current = isCounted ? found : scan.progressCurrent
  const total = isCounted ? Math.max(found, scan.detected ?? 0) : scan.stage ? 0 : scan.progressTotal
  return total === 0 ? t('reading') : t('progress', { current, total })
}

/** Null after the longest possible run: the scan must have been restarted since. */
function useSecondsSince(startedAt: string): number | null {
  useTicks(1_000)
  const passed = Date.now() - Date.parse(startedAt)
  return passed > SCAN_RUNNING_MAX_MS ? null : Math.max(0, Math.floor(passed / 1_000))
}
