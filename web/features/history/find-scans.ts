/** Filters the history by words and by kind of scan. */
import type { Scan } from '#contracts'
import { styleText } from '#web/beer/styles/style-text.ts'
import { hasWords } from '#web/language/words.ts'
import { beersOf, kindOf, type ScanKind } from '#web/scan-result/scan-summary.ts'

export const KINDS = ['all', 'single', 'menu', 'group'] as const satisfies readonly (ScanKind | 'all')[]

export interface ScanFilter {
  words: string
  kind: (typeof KINDS)[number]
}

/** Returns the scans of the kind that contain every word in a beer, brewery, style or menu title. */
export function findScans(scans: readonly Scan[], { words, kind }: ScanFilter): Scan[] {
  return scans.filter((scan) => (kind === 'all' || kindOf(scan) === kind) && hasWords(textOf(scan), words))
}

/** Styles are also found by their names in the catalogue. */
function textOf(scan: Scan): string {
  const parts = beersOf(scan).flatMap(({ name, brewery, style }) => [name, brewery, styleText(style), style])
  return [scan.title, ...parts].filter(Boolean).join(' ')
}
