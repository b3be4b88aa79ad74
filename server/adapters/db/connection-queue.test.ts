import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { connectionQueue, DatabaseBusy, inRequest, newRequest } from './connection-queue.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** A queue for one connection that is taken, in which this many requests wait. */
async function aQueueOf(requests: number) {
  const queue = connectionQueue(1, 10_000)
  await queue.enter(1)
  const outcomes: string[] = Array.from({ length: requests }, () => 'waits')
  outcomes.forEach((_, index) => {
    inRequest(newRequest(), () => queue.enter(1)).then(
      () => (outcomes[index] = 'served'),
      (error: unknown) => (outcomes[index] = error instanceof DatabaseBusy ? 'refused' : String(error)),
    )
  })
  return { queue, outcomes }
}

describe('requests that wait for a connection', () => {
  it('are refused after 700 ms if none becomes free, however few they are', async () => {
    const { outcomes } = await aQueueOf(2)
    await vi.advanceTimersByTimeAsync(699)
    expect(outcomes).toEqual(['waits', 'waits'])
    await vi.advanceTimersByTimeAsync(1)
    expect(outcomes).toEqual(['refused', 'refused'])
  })

  it('are refused 700 ms after they arrived, wherever they waited first', async () => {
    const queue = connectionQueue(1, 10_000)
    await queue.enter(1)
    const state = newRequest()
    await vi.advanceTimersByTimeAsync(500)
    const refused = vi.fn<(error: unknown) => void>()
    inRequest(state, () => queue.enter(1)).catch(refused)
    await vi.advanceTimersByTimeAsync(199)
    expect(refused).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(refused).toHaveBeenCalledWith(expect.any(DatabaseBusy))
  })

  it('are served on a slow machine if they are few', async () => {
    const { queue, outcomes } = await aQueueOf(4)
    for (let served = 1; served <= 4; served++) {
      await vi.advanceTimersByTimeAsync(600)
      queue.leave(1)
      await vi.advanceTimersByTimeAsync(0)
      expect(outcomes).toEqual(outcomes.map((_, index) => (index < served ? 'served' : 'waits')))
    }
  })

  it('are refused after 700 ms if many others come first, and served if few do', async () => {
    const { queue, outcomes } = await aQueueOf(8)
    await vi.advanceTimersByTimeAsync(350)
    queue.leave(1)
    await vi.advanceTimersByTimeAsync(350)
    const [soon, later] = [
      ['waits', 'waits', 'waits', 'waits'],
      ['refused', 'refused', 'refused'],
    ]
    expect(outcomes).toEqual(['served', ...soon, ...later])
    await vi.advanceTimersByTimeAsync(349)
    expect(outcomes.slice(1, 5)).toEqual(soon)
    await vi.advanceTimersByTimeAsync(1)
    expect(outcomes.slice(1, 5)).toEqual(['refused', 'refused', 'refused', 'refused'])
  })

  it('are not refused later for those that have begun and come first', async () => {
    const { queue, outcomes } = await aQueueOf(2)
    await vi.advanceTimersByTimeAsync(350)
    queue.leave(1)
    await vi.advanceTimersByTimeAsync(350)
    expect(outcomes).toEqual(['served', 'waits'])
    const begun = Array.from({ length: 5 }, () => inRequest({ ...newRequest(), hasBegun: true }, () => queue.enter(1)))
    for (const one of begun) {
      await vi.advanceTimersByTimeAsync(300)
      queue.leave(1)
      await one
    }
    expect(outcomes).toEqual(['served', 'waits'])
    queue.leave(1)
    await vi.advanceTimersByTimeAsync(0)
    expect(outcomes).toEqual(['served', 'served'])
  })
})

describe('what takes several places', () => {
  it('waits until they are all free, and nothing that comes later overtakes it', async () => {
    const queue = connectionQueue(2, 10_000)
    await queue.enter(1)
    const order: string[] = []
    const transaction = queue.enter(2).then(() => order.push('transaction'))
    const statement = queue.enter(1).then(() => order.push('statement'))
    await vi.advanceTimersByTimeAsync(0)
    expect(order).toEqual([])
    queue.leave(1)
    await transaction
    expect(order).toEqual(['transaction'])
    queue.leave(2)
    await statement
    expect(queue.length).toBe(0)
  })
})

it('hands out freed places only when it may', async () => {
  const queue = connectionQueue(1, 10_000)
  const paced: (() => void)[] = []
  queue.paceBy((work) => paced.push(work))
  await queue.enter(1)
  const second = queue.enter(1)
  queue.leave(1)
  expect(queue.length).toBe(1)
  for (const work of paced) work()
  expect(queue.length).toBe(0)
  await second
})

it('tells how long each that entered has waited', async () => {
  const waited: number[] = []
  const queue = connectionQueue(1, 10_000, (ms) => waited.push(ms))
  await queue.enter(1)
  const second = queue.enter(1)
  await vi.advanceTimersByTimeAsync(300)
  queue.leave(1)
  await second
  const third = expect(queue.enter(1)).rejects.toThrow(DatabaseBusy)
  await vi.advanceTimersByTimeAsync(10_000)
  await third
  expect(waited).toEqual([0, 300])
})
