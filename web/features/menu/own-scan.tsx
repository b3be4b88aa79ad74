/** What the user can do with a list of their own, once its scan is stored and complete: take it to the table, share it. */
import type { Scan } from '#contracts'
import { ScanEngineNote } from '#web/scan-result/engine-note.tsx'
import { beersOf, kindOf } from '#web/scan-result/scan-summary.ts'
import { OpenRoundButton } from './open-round.tsx'
import { ShareButton, SharedNote } from './share-menu.tsx'

export function OwnScanActions({ scan }: { scan: Scan | undefined }) {
  if (scan?.status !== 'completed' || kindOf(scan) === 'single' || beersOf(scan).length === 0) return null
  return (
    <>
      <OpenRoundButton scan={scan} />
      <ShareButton scan={scan} />
    </>
  )
}

export function OwnScanNotes({ scan }: { scan: Scan | undefined }) {
  return (
    <>
      <ScanEngineNote scan={scan} />
      {scan && scan.shareToken !== null && <SharedNote scan={scan} />}
    </>
  )
}
