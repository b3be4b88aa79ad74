import { SCANS_PER_PAGE, type Scan } from '#contracts'
import { numberText } from '#web/language/formats.ts'

/** The number of scans in the history, of which a full list shows the newest ones only. */
export function scanCount({ length }: readonly Scan[]): string {
  return length < SCANS_PER_PAGE ? numberText(length) : `${numberText(length)}+`
}
