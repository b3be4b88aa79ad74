/**
 * Joins the photos of a menu: beers appear in page order, and a line that appears on two photos appears once. Each row stays
 * with the page it was read on, so that a page can be removed again.
 */
import type { scanItems } from '../../adapters/db/schema.ts'

type ItemRow = typeof scanItems.$inferSelect

/** A line of the menu: the row of its first photo, and the rows of later photos that repeat it. */
export interface MenuLine {
  item: ItemRow
  duplicates: ItemRow[]
}

/**
 * Returns the lines of a menu. `pages` holds the rows of each photo in printed order. Rows of two photos are the same line if
 * they have the same beer and no conflicting price, size or section; a line printed twice on one photo stays two lines. Rows
 * after such an overlap belong to the section of the overlapping line until the photo has its own heading.
 */
export function joinPages(pages: readonly (readonly ItemRow[])[]): MenuLine[] {
  const lines: MenuLine[] = []
  for (const rows of pages) {
    const open = [...lines]
    let section: string | null = null
    for (const row of rows) {
      const at = open.findIndex(({ item }) => isSameLine(item, row))
      const [same] = at < 0 ? [] : open.splice(at, 1)
      if (same) {
        same.duplicates.push(row)
        section = same.item.section
      } else {
        if (row.section !== null) section = null
        lines.push({ item: section === null ? row : { ...row, section }, duplicates: [] })
      }
    }
  }
  return lines
}

function isSameLine(a: ItemRow, b: ItemRow): boolean {
  if (a.beerId !== b.beerId) return false
  return isCompatible(a.price, b.price) && isCompatible(a.size, b.size) && isCompatible(a.section, b.section)
}

/** A value that only one of two photos shows is no conflict. */
function isCompatible(a: string | null, b: string | null): boolean {
  return a === null || b === null || normalise(a) === normalise(b)
}

const normalise = (text: string) => text.toLowerCase().replace(/\s+/gu, '')
