/** The wait while a menu is read. */
import { useQuery } from '@tanstack/react-query'
import { getScan, MENU_MESSAGE_INTERVAL_MS, SCAN_POLL_MS } from '#contracts'
import { queryOf } from '#web/api/queries.ts'
import { Button } from '#web/ui/button.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { useRotation, useTicks } from '#web/ui/timing.ts'
import { TEXTS } from './texts.ts'

export function ParsingMenu({ scanId, onCancel }: { scanId: string; onCancel: () => void }) {
  const message = useRotation(TEXTS.parsingMessages, MENU_MESSAGE_INTERVAL_MS)
  const seconds = useTicks(1_000)
  const { data: scan } = useQuery({
    ...queryOf(getScan, { params: { id: scanId } }),
    refetchInterval: SCAN_POLL_MS,
    // The photo is on its way at first; the server has not heard of it yet.
    enabled: seconds > 0,
  })
  const total = scan?.progressTotal ?? 0
  return (
    <Sheet open closable={false} dusk onClose={onCancel} title={TEXTS.parsingTitle} note={TEXTS.parsingNote}>
      <p className="display mt-2 text-[1.25rem]">{message}</p>
      <p role="status" className="mt-1 mb-4 min-h-6 text-ink-2">
        {scan?.stage}
      </p>
      {total > 0 && <ProgressBar percent={((scan?.progressCurrent ?? 0) / total) * 100} label={TEXTS.parsingTitle} />}
      <div className="mt-4 flex items-center justify-between gap-4">
        <span className="machine text-ink-3">{seconds} s</span>
        <Button look="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </Sheet>
  )
}
