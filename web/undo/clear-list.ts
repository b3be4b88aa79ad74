/** Clears a list at the server when the undo period is over. An entry that was added meanwhile stays; a page that closes has no time to ask for one. */
import type { CallOptions } from '#web/api/call.ts'

interface ListCalls<Id> {
  list: () => Promise<readonly { id: Id }[]>
  clear: () => Promise<unknown>
  remove: (id: Id) => Promise<unknown>
}

/** `ids`: of the entries that the user saw and cleared. */
export async function clearList<Id>(
  ids: readonly Id[],
  { keepalive }: Pick<CallOptions, 'keepalive'>,
  { list, clear, remove }: ListCalls<Id>,
): Promise<void> {
  const isAll = keepalive || (await list()).every(({ id }) => ids.includes(id))
  if (isAll) await clear()
  else await Promise.all(ids.map(remove))
}
