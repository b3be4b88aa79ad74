/** The items whose removal is not confirmed yet, stored on this device: a page that ends, also without notice, loses no removal. */
import { z } from 'zod/mini'
import { persisted } from '#web/device/storage.ts'

const StoredRemoval = z.object({
  /** The address of the item at the server. */
  address: z.string(),
  /** The end of its undo period, in milliseconds since 1970. */
  dueAt: z.int(),
})
type StoredRemoval = z.infer<typeof StoredRemoval>

export function storedRemovals(userId: number) {
  const list = persisted(`removals-${userId}`, z.array(StoredRemoval), [])
  const without = (addresses: readonly string[]) => list.get().filter(({ address }) => !addresses.includes(address))
  return {
    all: (): StoredRemoval[] => list.get(),
    has: (wanted: string): boolean => list.get().some(({ address }) => address === wanted),
    put(addresses: readonly string[], dueAt: number): void {
      list.set([...without(addresses), ...addresses.map((address) => ({ address, dueAt }))])
    },
    drop(addresses: readonly string[]): void {
      list.set(without(addresses))
    },
  }
}
