/** Filters the history by words and by kind of scan. */
import type { Scan } from '#contracts'
import { beersOf, kindOf, type ScanKind } from '#web/scan-result/scan-summary.ts'

export const KINDS = ['all', 'single', 'menu', 'group'] as const satisfies readonly (ScanKind | 'all')[]

export interface ScanFilter {
  words: string
  kind: (typeof KINDS)[number]
}

/** Returns the scans of the kind that contain every word in a beer, brewery, style or menu title. */
export function findScans(scans: readonly Scan[], { words, kind }: ScanFilter): Scan[] {
  const terms = folded(words).split(/\s+/).filter(Boolean)
  return scans.filter((scan) => {
    if (kind !== 'all' && kindOf(scan) !== kind) return false
    if (terms.length === 0) return true
    const text = textOf(scan)
    return terms.every((term) => text.includes(term))
  })
}

function textOf(scan: Scan): string {
  const parts = beersOf(scan).flatMap(({ name, brewery, style }) => [name, brewery, style])
  return folded([scan.title, ...parts].filter((part) => part !== null).join(' '))
}

/** Removes accents and case, so that 'zatec' finds 'Žatec'. */
function folded(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}
