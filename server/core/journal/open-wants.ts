import { sql } from 'drizzle-orm'
import { triedEntries, wants } from '../../adapters/db/schema.ts'

/** Condition on `wants`: the user has not had the beer since. Deleting that entry opens the want again. */
export const isOpen = sql`not exists (
  select from ${triedEntries} where ${triedEntries.userId} = ${wants.userId} and ${triedEntries.beerId} = ${wants.beerId}
    and ${triedEntries.triedAt} >= ${wants.wantedAt})`
