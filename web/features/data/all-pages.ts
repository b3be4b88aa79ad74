/** Every page of a list that has one entry per beer, for an export. */
import { cursorOf, LISTED_MAX } from '#contracts'

/** `timeOf`: what the list is sorted by. */
export async function allPages<Entry extends { beerId: number }>(
  read: (input: { query?: { before: string } }) => Promise<readonly Entry[]>,
  timeOf: (entry: Entry) => string,
): Promise<Entry[]> {
  const all = new Map<number, Entry>()
  for (let page = await read({}); ; ) {
    const known = all.size
    for (const entry of page) all.set(entry.beerId, entry)
    const last = page.at(-1)
    // A server of an older build ignores the cursor, and returns the first page again.
    if (page.length < LISTED_MAX || !last || all.size === known) return [...all.values()]
    page = await read({ query: { before: cursorOf(new Date(timeOf(last)), last.beerId) } })
  }
}
