/**
 * One menu from several photos: the beers in the order of the pages, a line that stands on two photos counted once. Rows
 * stay with the page they were read on, so that a page can be taken out again.
 */
import type { scanItems } from '../db/schema.ts'

type ItemRow = typeof scanItems.$inferSelect

/** A line of the menu: the row of its first photo, and those of later photos that show the same line. */
export interface MenuLine {
  item: ItemRow
  again: ItemRow[]
}

/**
 * The lines of a menu. `pages` holds the rows of each photo in printed order. Two rows are the same line when they name the
 * same beer and nothing that both print of it differs; what stands twice on one photo stands twice on the menu. Lines that
 * follow such an overlap belong to the section before it until the photo prints a heading of its own.
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
        same.again.push(row)
        section = same.item.section
      } else {
        if (row.section !== null) section = null
        lines.push({ item: section === null ? row : { ...row, section }, again: [] })
      }
    }
  }
  return lines
}

function isSameLine(one: ItemRow, other: ItemRow): boolean {
  if (one.beerId !== other.beerId) return false
  return agree(one.price, other.price) && agree(one.size, other.size) && agree(one.section, other.section)
}

/** What only one of two photos shows contradicts nothing. */
function agree(one: string | null, other: string | null): boolean {
  return one === null || other === null || plain(one) === plain(other)
}

const plain = (text: string) => text.toLowerCase().replace(/\s+/gu, '')
