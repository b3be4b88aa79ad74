import { desc } from 'drizzle-orm'
import { triedEntries } from './schema.ts'

/** The order of a journal. Ids tell entries of the same time apart. */
export const NEWEST_FIRST = [desc(triedEntries.triedAt), desc(triedEntries.id)] as const
