/** What a scan is with its further pages, for everything that needs a finished one: saving, sharing, rounds. */
import { eq } from 'drizzle-orm'
import type { Conn } from '../../adapters/db/database.ts'
import { scans } from '../../adapters/db/schema.ts'

type ScanRow = typeof scans.$inferSelect
export type ScanState = Pick<ScanRow, 'status' | 'scanType'>

/** A scan with further pages is a menu, and completed as soon as one page is. */
export function stateOfPages(first: ScanState, further: readonly Pick<ScanRow, 'status'>[]): ScanState {
  if (further.length === 0) return first
  const isRead = [first, ...further].some(({ status }) => status === 'completed')
  return { status: isRead ? 'completed' : first.status, scanType: 'menu' }
}

export async function stateOf(conn: Conn, first: ScanState & Pick<ScanRow, 'id'>): Promise<ScanState> {
  const further = await conn.select({ status: scans.status }).from(scans).where(eq(scans.pageOf, first.id))
  return stateOfPages(first, further)
}

/** Several beers, of which at least one page was read. */
export const isFinishedList = ({ status, scanType }: ScanState): boolean =>
  status === 'completed' && scanType !== 'single'
