/** The wait while a fridge is processed, over its photo. */
import { IDENTIFY_MESSAGE_INTERVAL_MS } from '#contracts'
import { FirstRows, foundSoFar, StageLine, useRunningScan } from '#web/scan-result/scan-wait.tsx'
import { focusHeadingOnRemoval } from '#web/ui/heading-focus.ts'
import { useRotation } from '#web/ui/timing.ts'
import { t } from './texts.ts'

export function Identifying({ scanId, onCancel }: { scanId: string; onCancel: () => void }) {
  const message = useRotation(t('identifyingMessages').split('\n'), IDENTIFY_MESSAGE_INTERVAL_MS)
  const wait = useRunningScan(scanId)
  return (
    <div
      ref={focusHeadingOnRemoval}
      className="grid w-full max-w-72 grid-cols-[minmax(0,1fr)] gap-2 rounded-card border border-line bg-stout/85 px-5 py-5 backdrop-blur-md"
    >
      <p className="display text-center text-[1.15rem]">{message}</p>
      <StageLine {...wait} className="text-[0.9rem]" />
      <FirstRows beers={foundSoFar(wait.scan)} />
      <button type="button" onClick={onCancel} className="min-h-11 px-4 font-semibold text-accent-ink">
        {t('cancel')}
      </button>
    </div>
  )
}
