/** Beers that the user had, or wants to try, marked without a network. */
import { z } from 'zod/mini'
import {
  addToJournal,
  addWant,
  Beer,
  type BeerMarks,
  listJournal,
  removeJournalEntry,
  removeWant,
  type WantedBeer,
} from '#contracts'
import { call } from '#web/api/call.ts'
import { changeQueue } from './change-queue.ts'

const Change = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('had'),
    beer: Beer,
    /** Of the journal entry: the server stores it once. */
    key: z.uuid(),
    /** Removes the entry, if the server has it. */
    isUndone: z.optional(z.boolean()),
    changedAt: z.iso.datetime(),
  }),
  z.object({ kind: z.literal('want'), beer: Beer, isWanted: z.boolean(), changedAt: z.iso.datetime() }),
])
type Change = z.infer<typeof Change>

export const hadId = (key: string) => `had ${key}`
export const wantId = (beerId: number) => `want ${beerId}`

export const tastingQueue = changeQueue({
  name: 'tasting-queue',
  change: Change,
  idOf: (change) => (change.kind === 'had' ? hadId(change.key) : wantId(change.beer.id)),
  async send(change) {
    const params = { beerId: change.beer.id }
    if (change.kind === 'had') {
      if (change.isUndone) return await removeHad(change.beer.id, change.key)
      await call(addToJournal, { body: { key: change.key, beerId: change.beer.id, triedAt: change.changedAt } })
    } else if (change.isWanted) await call(addWant, { params, query: { wantedAt: change.changedAt } })
    else await call(removeWant, { params })
  },
})

/** Removes the journal entry of this key, if the server has it. */
export async function removeHad(beerId: number, key: string): Promise<void> {
  const { entries } = await call(listJournal, { query: { beerId } })
  const entry = entries.find(({ sourceId }) => sourceId === key)
  if (entry) await call(removeJournalEntry, { params: { id: entry.id } })
}

/** An undone tasting shows nothing. */
const isShown = (change: Change) => change.kind === 'want' || !change.isUndone

/** One beer's marks after a change. Having a beer takes it off the list to try. */
export function markedBy(
  marks: BeerMarks,
  change: Pick<Change, 'changedAt'> & ({ kind: 'had' } | { kind: 'want'; isWanted: boolean }),
): BeerMarks {
  const { changedAt } = change
  if (change.kind === 'want') return { ...marks, wantedAt: change.isWanted ? changedAt : null }
  return { ...marks, triedAt: changedAt, timesTried: marks.timesTried + 1, wantedAt: null }
}

/** The list with the marks of one beer changed. */
export function withMarks(list: BeerMarks[], beerId: number, change: (marks: BeerMarks) => BeerMarks): BeerMarks[] {
  const none = { beerId, triedAt: null, timesTried: 0, scannedAt: null, wantedAt: null }
  const old = list.find((marks) => marks.beerId === beerId) ?? none
  return [change(old), ...list.filter((marks) => marks.beerId !== beerId)]
}

/** The server's marks with the changes that wait. */
export function withQueuedMarks(list: BeerMarks[], changes: readonly Change[]): BeerMarks[] {
  return changes
    .filter(isShown)
    .reduce((all, change) => withMarks(all, change.beer.id, (marks) => markedBy(marks, change)), list)
}

/** The server's list to try with the changes that wait. */
export function withQueuedWants(list: WantedBeer[], changes: readonly Change[]): WantedBeer[] {
  return changes.filter(isShown).reduce((all, change) => {
    const { beer, changedAt } = change
    const others = all.filter(({ beerId }) => beerId !== beer.id)
    const isWanted = change.kind === 'want' && change.isWanted
    return isWanted ? [{ beerId: beer.id, beer, wantedAt: changedAt }, ...others] : others
  }, list)
}
