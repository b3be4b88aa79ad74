import { expect, it } from 'vitest'
import { aUser } from '#testing/builders.ts'
import { testDatabase } from '#testing/database.ts'
import { systemClock } from '../../adapters/clock.ts'
import { outgoingMessages } from '../../adapters/db/schema.ts'
import { messageQueue } from './message-queue.ts'

const { db } = await testDatabase()

it('gives out a message of a user to whom none is being sent, before more of one whose are', async () => {
  const [busy, other] = [await aUser(db), await aUser(db)]
  const queuedAt = new Date(Date.now() - 60_000)
  const mail = { kind: 'confirmation', address: 'ada@example.org' } as const
  const message = ({ id }: { id: number }) => ({ userId: id, mail, queuedAt, dueAt: queuedAt })
  await db.insert(outgoingMessages).values([message(busy), message(busy), message(busy), message(other)])
  const queue = messageQueue(db, systemClock)
  const claimed: unknown[] = []
  for (let n = 0; n < 5; n++) claimed.push((await queue.claim({ push: true, email: true }))?.userId)
  expect(claimed).toEqual([busy.id, other.id, busy.id, busy.id, undefined])
})
