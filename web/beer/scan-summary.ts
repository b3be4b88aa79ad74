/** What a row of the history says about a scan, and where it leads. */
import { isMenuScan, parseMenuData, type Scan, type SightedBeer } from '#contracts'

export const TEXTS = {
  single: 'Single Beer',
  menu: 'Beer Menu',
  group: 'Beer Group',
  unnamed: 'Beer Scan',
  emptyMenu: 'No beers found in menu',
  emptyGroup: 'No beers detected',
  menuFallback: 'Menu scan',
  groupFallback: 'Multiple beers detected',
} as const

export type ScanKind = 'single' | 'menu' | 'group'

export function kindOf(scan: Scan): ScanKind {
  if (isMenuScan(scan) || scan.scanType === 'menu') return 'menu'
  return scan.scanType === 'multiple_beers' ? 'group' : 'single'
}

export function labelOf(scan: Scan): string {
  return TEXTS[kindOf(scan)]
}

/** The beers of a scan of any kind. */
export function beersOf(scan: Scan): SightedBeer[] {
  if (kindOf(scan) === 'single') return scan.beer ? [scan.beer] : []
  return parseMenuData(scan.menuData)
}

export function summaryOf(scan: Scan): string {
  const kind = kindOf(scan)
  if (kind === 'single') return scan.beer?.name ?? TEXTS.unnamed
  if (scan.menuData === null) return kind === 'menu' ? TEXTS.menuFallback : TEXTS.groupFallback
  const [first, ...others] = [...parseMenuData(scan.menuData)].sort((a, b) => b.rating - a.rating)
  if (!first) return kind === 'menu' ? TEXTS.emptyMenu : TEXTS.emptyGroup
  if (others.length === 0) return first.name
  const more = `${first.name} + ${others.length} more`
  // A pending rating is not yet a rating, so it is no end of the range.
  const lowest = others.findLast((beer) => beer.rating > 0)
  const max = Math.round(first.rating)
  const min = Math.round(lowest?.rating ?? first.rating)
  return min === max ? more : `${min}-${max}★ • ${more}`
}

/** A completed menu opens as a menu, everything else as its scan. */
export function historyPath(scan: Scan): string {
  return kindOf(scan) === 'menu' && scan.status === 'completed' ? `/menu/${scan.id}` : `/scan/${scan.id}`
}

/** '6 of 8 found' where it is known how many there were to find. */
export function foundText(scan: Scan): string | null {
  const beers = beersOf(scan)
  const found = beers.length
  if (found === 0) return null
  // What was detected are containers: three packs of one beer are three of them.
  const packs = beers.reduce((sum, { count }) => sum + count, 0)
  if (scan.detected !== null && scan.detected > packs) return `${packs} of ${scan.detected} found`
  return found === 1 ? '1 beer' : `${found} beers`
}
