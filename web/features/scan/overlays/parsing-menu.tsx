/** The wait while a menu is processed. */
import { MENU_MESSAGE_INTERVAL_MS } from '#contracts'
import { FirstRows, foundSoFar, StageLine, useRunningScan } from '#web/scan-result/scan-wait.tsx'
import { Button } from '#web/ui/button.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { useRotation } from '#web/ui/timing.ts'
import { t } from './texts.ts'

interface ParsingMenuProps {
  scanId: string
  onCancel: () => void
  onBackground: () => void
}

export function ParsingMenu({ scanId, onCancel, onBackground }: ParsingMenuProps) {
  const message = useRotation(t('parsingMessages').split('\n'), MENU_MESSAGE_INTERVAL_MS)
  const wait = useRunningScan(scanId)
  const { scan } = wait
  const total = scan?.progressTotal ?? 0
  return (
    <Sheet
      open
      closable={false}
      dusk
      onClose={onCancel}
      title={t('parsingTitle')}
      note={t('parsingNote')}
      footer={
        <>
          <Button variant="quiet" className="flex-1" onClick={onBackground}>
            {t('continueInBackground')}
          </Button>
          <Button variant="quiet" onClick={onCancel}>
            {t('cancel')}
          </Button>
        </>
      }
    >
      <p className="display mt-2 text-[1.25rem]">{message}</p>
      <StageLine {...wait} className="mt-1 mb-3" />
      {total > 0 && <ProgressBar percent={((scan?.progressCurrent ?? 0) / total) * 100} label={t('parsingTitle')} />}
      <FirstRows beers={foundSoFar(scan)} className="mt-4" />
    </Sheet>
  )
}
