/** What scanning needs from the provider's daily budget. `app.ts` passes the implementation in. */
import type { Readers } from '#recognition'
import type { Conn } from '../../adapters/db/database.ts'

export interface PhotoBudget {
  /** The error message for a rejected photo. */
  usedUpMessage: string
  /** @throws ProductError quota_exceeded if the budget is used up and there is no fallback */
  assertAvailable(conn: Conn, userId: number): Promise<void>
  /**
   * Decides which engine may read a photo, and takes one photo from the budget if it is the provider. `budget` and
   * `camera_frame`: only the embedded engine may. `refused`: none may.
   */
  take(userId: number, isFrame: boolean): Promise<'configured_engine' | 'budget' | 'camera_frame' | 'refused'>
  /** Wraps recognition so that its usage is recorded. */
  metered(userId: number, recognise: Readers['recognise']): Readers['recognise']
}
