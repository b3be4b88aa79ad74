import { afterEach, expect, it, vi } from 'vitest'
import { z } from 'zod/mini'
import { newId } from '#web/device/new-id.ts'
import { changeQueue } from './change-queue.ts'

const USER = 7
const RETRY_MS = 30_000
const A = { id: 'a', changedAt: '2026-03-01T20:00:00.000Z' }
const B = { ...A, id: 'b' }
const SENDING = { onSent: () => undefined }

afterEach(() => vi.useRealTimers())

/** A queue in which 'a' and 'b' wait; the test ends each sending. */
function aQueue() {
  const sent: { id: string; arrive: () => void; fail: () => void }[] = []
  const queue = changeQueue({
    name: `test-${newId()}`,
    change: z.object({ id: z.string(), changedAt: z.iso.datetime() }),
    idOf: ({ id }) => id,
    send: ({ id }) =>
      new Promise<void>((resolve, reject) => {
        sent.push({ id, arrive: resolve, fail: () => reject(new Error('no network')) })
      }),
  })
  queue.put(USER, A)
  queue.put(USER, B)
  return { queue, sent, idsSent: () => sent.map(({ id }) => id) }
}

it('does not send what is taken back while it sends another', async () => {
  const { queue, sent, idsSent } = aQueue()
  const onSent = vi.fn()
  const { stop } = queue.sendWaiting(USER, { onSent })
  expect(queue.drop(USER, 'b')).toEqual(B)
  sent[0]?.arrive()
  await vi.waitFor(() => expect(onSent).toHaveBeenCalledTimes(1))
  expect(idsSent()).toEqual(['a'])
  stop()
})

it('does not drop what is being sent', async () => {
  const { queue, sent } = aQueue()
  const { stop } = queue.sendWaiting(USER, SENDING)
  expect(queue.drop(USER, 'a')).toBeUndefined()
  const takenBack = queue.takeBack(USER, 'a')
  sent[0]?.arrive()
  expect(await takenBack).toBeUndefined()
  stop()
})

it('takes back what could not be sent, once that is known', async () => {
  const { queue, sent } = aQueue()
  const { stop } = queue.sendWaiting(USER, SENDING)
  const takenBack = queue.takeBack(USER, 'a')
  sent[0]?.fail()
  expect(await takenBack).toEqual(A)
  expect(queue.drop(USER, 'a')).toBeUndefined()
  stop()
})

it('sends nothing more once it is stopped, not even later', async () => {
  const { queue, sent, idsSent } = aQueue()
  vi.useFakeTimers()
  queue.sendWaiting(USER, SENDING).stop()
  sent[0]?.arrive()
  await vi.advanceTimersByTimeAsync(RETRY_MS * 2)
  expect(idsSent()).toEqual(['a'])
  expect(vi.getTimerCount()).toBe(0)
})

it('sends a change once when it starts again during a sending', async () => {
  const { queue, sent, idsSent } = aQueue()
  queue.sendWaiting(USER, SENDING).stop()
  const { stop } = queue.sendWaiting(USER, SENDING)
  expect(idsSent()).toEqual(['a'])
  sent[0]?.arrive()
  await vi.waitFor(() => expect(idsSent()).toEqual(['a', 'b']))
  stop()
})

it('drops what it has sent when another tab has changed the list meanwhile', async () => {
  const { queue, sent, idsSent } = aQueue()
  const { stop } = queue.sendWaiting(USER, SENDING)
  window.dispatchEvent(new StorageEvent('storage'))
  sent[0]?.arrive()
  await vi.waitFor(() => expect(idsSent()).toEqual(['a', 'b']))
  expect(queue.drop(USER, 'a')).toBeUndefined()
  stop()
})

it('sends after another queue what does not wait for something that is left in it', async () => {
  const first = aQueue()
  const second = aQueue()
  const firstSending = first.queue.sendWaiting(USER, SENDING)
  const isHeld = ({ id }: typeof A) => first.queue.waiting(USER).some((each) => each.id === id)
  const secondSending = second.queue.sendWaiting(USER, { ...SENDING, after: firstSending.now, isHeld })
  first.sent[0]?.arrive()
  await vi.waitFor(() => expect(first.idsSent()).toEqual(['a', 'b']))
  expect(second.sent).toEqual([])
  first.sent[1]?.fail()
  await vi.waitFor(() => expect(second.idsSent()).toEqual(['a']))
  second.sent[0]?.arrive()
  await secondSending.now()
  expect(second.idsSent()).toEqual(['a'])

  const now = secondSending.now()
  await vi.waitFor(() => expect(first.idsSent()).toEqual(['a', 'b', 'b']))
  first.sent[2]?.arrive()
  await vi.waitFor(() => expect(second.idsSent()).toEqual(['a', 'b']))
  second.sent[1]?.arrive()
  await now
  expect(second.queue.waiting(USER)).toEqual([])
  firstSending.stop()
  secondSending.stop()
})
