/** Builds the API shape of a scan from its rows and the current names and ratings of its beers. */
import { type Alternative, type Beer, outcomeOf, type Scan, type ScanPage, type SightedBeer } from '#contracts'
import type { scanItems, scans } from '../../adapters/db/schema.ts'
import { stateOfPages } from '../../core/scans/scan-state.ts'
import { joinPages } from './join-pages.ts'

export type ScanRow = typeof scans.$inferSelect
export type ItemRow = typeof scanItems.$inferSelect

/**
 * Which alternatives a scan has. `full`: those of each item. `exported`: those of a single beer. `summary`: those of a single beer that
 * the user has to choose, as most of a history would be alternatives.
 */
export type Detail = 'full' | 'exported' | 'summary'

/**
 * Returns the API shape of a stored scan. `items` are in the order of the photo; `beers` has every beer that they and the
 * alternatives shown name.
 */
export function toScan(
  row: ScanRow,
  items: readonly ItemRow[],
  beers: ReadonlyMap<number, Beer>,
  detail: Detail,
): Scan {
  const sighted = items.flatMap((item) => toSightedBeer(item, beers))
  const isList = row.scanType !== 'single' || sighted.length > 1
  const first = row.scanType === 'menu' || !isList ? sighted[0] : undefined
  const single = isList ? undefined : items[0]
  const showsAlternatives = single !== undefined && (detail !== 'summary' || isUnsettled(single, beers))
  return {
    id: row.id,
    status: row.status,
    scanType: row.scanType,
    isMenu: row.scanType === 'menu' ? 'true' : 'false',
    menuData: isList ? JSON.stringify(sighted) : null,
    beerId: first?.id ?? null,
    beer: first ?? null,
    photoUrl: null,
    scannedAt: row.scannedAt.toISOString(),
    progressCurrent: row.progressCurrent,
    progressTotal: row.progressTotal,
    stage: row.stage,
    failure: row.failure,
    failureCode: row.failureCode,
    title: row.title,
    detected: row.detected,
    otherDrink: sighted.length === 0 ? row.otherDrink : null,
    fallback: row.fallback,
    barcode: row.barcode,
    pageOf: row.pageOf,
    fieldConfidence: single?.fieldConfidence ?? null,
    alternatives: showsAlternatives ? toAlternatives(single, beers) : [],
    itemAlternatives: detail === 'full' ? items.map((item) => toAlternatives(item, beers)) : [],
    spots: row.spots,
    shareToken: row.shareToken,
  }
}

/** True if the user still has to choose or name the beer. */
export function isUnsettled(item: ItemRow, beers: ReadonlyMap<number, Beer>): boolean {
  const beer = beers.get(item.beerId)
  return beer !== undefined && outcomeOfItem(item, beer) !== 'sure'
}

/** An unlisted beer that the user named for a label is not new. */
const outcomeOfItem = ({ byCorrection, confidence }: ItemRow, { listed }: Beer) =>
  outcomeOf({ listed: listed || byCorrection, confidence })

function toSightedBeer(item: ItemRow, beers: ReadonlyMap<number, Beer>): SightedBeer[] {
  const beer = beers.get(item.beerId)
  if (!beer) return []
  const { x, y, box, count, confidence, price, size, section, readText, estimates } = item
  const position = x === null || y === null ? null : { x: decimal(x), y: decimal(y) }
  const outcome = outcomeOfItem(item, beer)
  const origin = originOf(item)
  // The beer comes last: when fields are added to a copy of so many, V8 makes a dictionary of it, which takes 15 times as long.
  return [{ outcome, confidence, position, box, count, price, size, section, readText, estimates, ...origin, ...beer }]
}

/** Absent for the label. */
function originOf({ byBarcode, byCorrection }: ItemRow): Pick<SightedBeer, 'origin'> {
  if (byBarcode) return { origin: 'barcode' }
  return byCorrection ? { origin: 'correction' } : {}
}

function toAlternatives({ alternatives }: ItemRow, beers: ReadonlyMap<number, Beer>): Alternative[] {
  return alternatives.flatMap(({ beerId, confidence }) => {
    const beer = beers.get(beerId)
    return beer ? [{ beer, confidence }] : []
  })
}

/** `real` columns carry four-byte floats; a hundredth of a percent of a photo is less than a pixel. */
const decimal = (value: number) => Number(value.toFixed(2))

/** A page of a menu with its rows. */
export interface PageRows {
  row: ScanRow
  items: readonly ItemRow[]
}

/** Positions refer to the first photo, as further pages have pictures of their own. */
export function onFirstPhoto(item: ItemRow, firstId: string): ItemRow {
  return item.scanId === firstId ? item : { ...item, x: null, y: null, box: null }
}

/** Returns one menu from the photos of its pages. Only `full` detail has the progress of each page. */
export function toMenuOfPages(
  first: PageRows,
  further: readonly PageRows[],
  beers: ReadonlyMap<number, Beer>,
  detail: Detail,
): Scan {
  const all = [first, ...further]
  const items = joinPages(all.map((page) => page.items)).map(({ item }) => item)
  const shown = items.map((item) => onFirstPhoto(item, first.row.id))
  const state = stateOfPages(
    first.row,
    further.map(({ row }) => row),
  )
  const row: ScanRow = { ...first.row, ...state, detected: null }
  const pages = all.map((page, index) => toPage(page, index, items))
  const scan = toScan(row, shown, beers, detail)
  return detail === 'full'
    ? { ...scan, pages: isEmptied(first.row, first.items.length) ? pages.slice(1) : pages }
    : scan
}

/** True if the first page was removed: its scan stays without rows, because its id is the id of the menu. */
export function isEmptied({ status }: Pick<ScanRow, 'status'>, items: number): boolean {
  return status === 'completed' && items === 0
}

function toPage({ row }: PageRows, index: number, lines: readonly ItemRow[]): ScanPage {
  const { id, page, status, progressCurrent, progressTotal, stage, failure, failureCode } = row
  const beers = lines.filter(({ scanId }) => scanId === id).length
  return { id, number: page ?? index + 1, status, progressCurrent, progressTotal, stage, failure, failureCode, beers }
}
