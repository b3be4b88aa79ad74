/** Positions in lists that are read in pages, newest first. */
import { z } from 'zod/mini'
import { IdParam } from './beer.ts'

/** Whether a cursor has a time and an id that the database can compare. */
function isPosition(cursor: string): boolean {
  const [ms, id] = cursor.split('-')
  return Number(ms) < Date.UTC(10_000, 0) && IdParam.safeParse(id).success
}

/** The time of an entry in milliseconds since 1970, and the id that tells it apart from others of the same time. */
export const Cursor = z.string().check(z.regex(/^\d{1,15}-\d{1,10}$/), z.refine(isPosition))

export const cursorOf = (at: Date, id: number) => `${at.getTime()}-${id}`

/** The query of a list that has one entry per beer. */
export const PageQuery = z.object({
  /** The last entry of the previous page. */
  before: z.optional(Cursor),
})
