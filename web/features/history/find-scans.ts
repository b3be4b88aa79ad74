/** Finding a scan again: by words of what stands on it, and by kind. */
import type { Scan } from '#contracts'
import { beersOf, kindOf, type ScanKind } from '#web/beer/scan-summary.ts'

export interface Wanted {
  words: string
  kind: ScanKind | 'all'
}

export const EVERYTHING: Wanted = { words: '', kind: 'all' }

/** The scans of the kind that name every word: in a beer, brewery or style, or in the title of the menu. */
export function findScans(scans: readonly Scan[], { words, kind }: Wanted): Scan[] {
  const wanted = folded(words).split(/\s+/).filter(Boolean)
  return scans.filter((scan) => {
    if (kind !== 'all' && kindOf(scan) !== kind) return false
    if (wanted.length === 0) return true
    const text = textOf(scan)
    return wanted.every((word) => text.includes(word))
  })
}

function textOf(scan: Scan): string {
  const parts = beersOf(scan).flatMap(({ name, brewery, style }) => [name, brewery, style])
  return folded([scan.title, ...parts].filter((part) => part !== null).join(' '))
}

/** Without accents and case, so that 'zatec' finds 'Žatec'. */
function folded(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}
