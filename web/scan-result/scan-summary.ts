/** The text and the link of a scan in the history. */
import { isHardlyRead, isMenuScan, parseMenuData, type Scan, type SightedBeer } from '#contracts'
import { hasNumber, jointMarkText } from '#web/beer/beer-facts.ts'
import { storedRoute } from '#web/outbox/outcome-route.ts'
import { compareShownRatings, isAsked, shownName } from './asked.ts'
import { t } from './texts.ts'

export type ScanKind = 'single' | 'menu' | 'group'

export function kindOf(scan: Scan): ScanKind {
  if (isMenuScan(scan) || scan.scanType === 'menu') return 'menu'
  return scan.scanType === 'multiple_beers' ? 'group' : 'single'
}

export function labelOf(scan: Scan): string {
  return t(`scanSummary.kind.${kindOf(scan)}`)
}

export function beersOf(scan: Scan): SightedBeer[] {
  if (kindOf(scan) === 'single') return scan.beer ? [scan.beer] : []
  return parseMenuData(scan.menuData)
}

export function summaryOf(scan: Scan): string {
  const kind = kindOf(scan)
  if (kind === 'single') return scan.beer ? shownName(scan.beer) : t('scanSummary.unnamed')
  if (scan.menuData === null) return kind === 'menu' ? t('scanSummary.menuFallback') : t('scanSummary.groupFallback')
  const [first, ...others] = [...parseMenuData(scan.menuData)].sort(compareShownRatings)
  if (!first) return kind === 'menu' ? t('scanSummary.emptyMenu') : t('scanSummary.emptyGroup')
  if (others.length === 0) return shownName(first)
  const more = t('scanSummary.more', { name: shownName(first), count: others.length })
  // The ends of the range are numbers that rows show.
  const shown = [first, ...others].filter((beer) => !isAsked(beer) && hasNumber(beer))
  const ratings = shown.map(({ rating }) => rating)
  const [min, max] = [Math.min(...ratings), Math.max(...ratings)].map(Math.round)
  const mark = jointMarkText(shown)
  return shown.length === 0 || min === max ? more : `${mark ? `${mark} ` : ''}${min}-${max}★ • ${more}`
}

export function historyPath(scan: Scan): string {
  return storedRoute({ scanId: scan.id, isMenu: kindOf(scan) === 'menu' && scan.status === 'completed' })
}

/**
 * '6 of 8 found'; for a menu 'about 8', as it is not known which of the other lines are beers. The number of beers if all were found,
 * and more to find if a group has more than could be counted. A beer that could not be read is not found.
 */
export function foundText(scan: Scan): string | null {
  const beers = beersOf(scan)
  const read = beers.filter((beer) => !isHardlyRead(beer))
  const found = read.length
  if (beers.length === 0 || (found === 0 && scan.detected === null)) return null
  // `detected` counts containers, so three cans of one beer count as three.
  const units = read.reduce((sum, { count }) => sum + count, 0)
  const { detected } = scan
  const kind = kindOf(scan)
  if (detected !== null && detected > units)
    return t(kind === 'menu' ? 'scanSummary.someFoundOnMenu' : 'scanSummary.someFound', { found: units, of: detected })
  return kind === 'group' && detected === null
    ? t('scanSummary.stepCloser', { beers: found })
    : t('scanSummary.beers', { count: found })
}
