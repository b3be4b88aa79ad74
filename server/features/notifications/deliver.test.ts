import { setImmediate } from 'node:timers/promises'
import { Registry } from 'prom-client'
import { expect, it, vi } from 'vitest'
import { manualClock } from '#testing/manual-clock.ts'
import { type SendMail, startDelivery } from './deliver.ts'
import type { ClaimedMessage, MessageQueue } from './message-queue.ts'

const aMessage = (id: number): ClaimedMessage => {
  const mail = { kind: 'digest', day: '2026-05-04' } as const
  return { id, userId: 1, subscriptionId: null, notice: null, mail, attempt: 1, leaseToken: `lease ${id}` }
}

/** A queue of three messages, of which the database cannot remove the first two. */
function aFailingQueue() {
  const waiting = [1, 2, 3].map(aMessage)
  const queue: MessageQueue = {
    claim: async () => waiting.shift(),
    browserOf: async () => undefined,
    renew: async () => {},
    remove: async ({ id }) => {
      if (id < 3) throw new Error(`message ${id} was not removed`)
    },
    removeBrowser: async () => {},
    retryLater: async () => true,
    release: async () => {},
    removeStale: async () => {},
  }
  return queue
}

it('ends when all messages are sent, even if some fail, and then reports the first error', async () => {
  let send = () => {}
  const sending = new Promise<void>((resolve) => {
    send = resolve
  })
  const sendMail = vi.fn<SendMail>(async ({ id }) => {
    if (id === 3) await sending
    return { kind: 'sent' }
  })
  const log = { error: vi.fn(), warn: vi.fn() }
  const ports = { queue: aFailingQueue(), push: undefined, sendMail, log, registry: new Registry() }
  const delivery = startDelivery({ ...ports, clock: manualClock() })
  delivery.wake()
  await vi.waitFor(() => expect(sendMail).toHaveBeenCalledTimes(3))
  const ended = vi.fn()
  const closing = delivery.close().then(ended)
  await setImmediate()
  expect(ended).not.toHaveBeenCalled()
  expect(log.error).not.toHaveBeenCalled()
  send()
  await closing
  expect(log.error.mock.calls).toEqual([[{ err: new Error('message 1 was not removed') }, expect.any(String)]])
})
