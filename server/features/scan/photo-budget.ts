/** What scanning needs from the provider's daily budget. `app.ts` passes the implementation in. */
import type { Readers } from '#recognition'
import type { Conn } from '../../adapters/db/database.ts'

export interface TakenPhoto {
  /** `budget` and `camera_frame`: only the embedded engine may read the photo. `refused`: none may. */
  allowance: 'configured_engine' | 'budget' | 'camera_frame' | 'refused'
  /** The day of whose budget it was taken; null if the provider does not read it. */
  day: string | null
}

export interface PhotoBudget {
  /** The error message for a rejected photo. */
  usedUpMessage: string
  /** @throws ProductError quota_exceeded if the budget is used up and there is no fallback */
  assertAvailable(conn: Conn, userId: number): Promise<void>
  /** Decides which engine may read a photo, and takes one photo from the budget if it is the provider. */
  take(userId: number, isFrame: boolean): Promise<TakenPhoto>
  /** Returns a photo to the budget of the day from which it was taken. */
  giveBack(userId: number, day: string): Promise<void>
  /** Wraps recognition so that its usage is recorded. */
  metered(userId: number, recognise: Readers['recognise']): Readers['recognise']
}
