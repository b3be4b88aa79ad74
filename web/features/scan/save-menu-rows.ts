import { saveMenu } from '#contracts'
import { call } from '#web/api/call.ts'
import type { Outcome } from '#web/outbox/deliver.ts'

/** Stores the rows as the user saw them; the scan itself is already in the history. */
export async function saveMenuRows({ scanId, beers }: Extract<Outcome, { kind: 'group' }>): Promise<void> {
  const [first] = beers
  if (!first) return
  const menuData = beers.map(({ id, price, section }) => ({ id, price, section }))
  await call(saveMenu, { body: { beerId: first.id, menuData, scanId } })
}
