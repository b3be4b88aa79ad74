import { expect, it, vi } from 'vitest'
import { testLog } from '#testing/log.ts'
import { manualClock } from '#testing/manual-clock.ts'
import { startPoll } from './poll.ts'

/** A poll whose current run ends when the test calls `endRun`. */
function aPoll() {
  const clock = manualClock()
  const runs: (() => void)[] = []
  const work = vi.fn(() => new Promise<void>((resolve) => runs.push(resolve)))
  const poll = startPoll({ clock, intervalMs: 1_000, work, log: testLog, failureMessage: 'the work failed' })
  const endRun = async () => {
    runs.shift()?.()
    await new Promise(setImmediate)
  }
  return { clock, work, poll, endRun }
}

it('runs at each interval and not earlier', async () => {
  const { clock, work, poll, endRun } = aPoll()
  clock.advance(999)
  expect(work).not.toHaveBeenCalled()
  clock.advance(1)
  expect(work).toHaveBeenCalledTimes(1)
  await endRun()
  clock.advance(1_000)
  expect(work).toHaveBeenCalledTimes(2)
  await endRun()
  await poll.close()
})

it('runs once more if it was due during a run, however often', async () => {
  const { clock, work, poll, endRun } = aPoll()
  poll.wake()
  clock.advance(5_000)
  poll.wake()
  poll.wake()
  expect(work).toHaveBeenCalledTimes(1)
  await endRun()
  expect(work).toHaveBeenCalledTimes(2)
  await endRun()
  expect(work).toHaveBeenCalledTimes(2)
  await poll.close()
})

it('runs again after a failure', async () => {
  const clock = manualClock()
  const work = vi.fn().mockRejectedValueOnce(new Error('no connection')).mockResolvedValue(undefined)
  const poll = startPoll({ clock, intervalMs: 1_000, work, log: testLog, failureMessage: 'the work failed' })
  poll.wake()
  await new Promise(setImmediate)
  clock.advance(1_000)
  expect(work).toHaveBeenCalledTimes(2)
  await poll.close()
})

it('logs a failure that lasts once a minute, and the next one after it', async () => {
  const clock = manualClock()
  const error = vi.fn()
  const work = vi.fn().mockRejectedValue(new Error('no connection'))
  const poll = startPoll({ clock, intervalMs: 2_000, work, log: { error }, failureMessage: 'the work failed' })
  const pass = async (seconds: number) => {
    for (let at = 0; at < seconds; at += 2) {
      clock.advance(2_000)
      await new Promise(setImmediate)
    }
  }
  await pass(60)
  expect(error.mock.calls).toEqual([[{ err: new Error('no connection') }, 'the work failed']])
  await pass(60)
  expect(error).toHaveBeenCalledTimes(2)
  work.mockResolvedValueOnce(undefined)
  await pass(4)
  expect(error).toHaveBeenCalledTimes(3)
  await poll.close()
})

it('closes once the current run has ended, and does not run again', async () => {
  const { clock, work, poll, endRun } = aPoll()
  poll.wake()
  poll.wake()
  const closed = vi.fn()
  const closing = poll.close().then(closed)
  await new Promise(setImmediate)
  expect(closed).not.toHaveBeenCalled()
  await endRun()
  await closing
  poll.wake()
  clock.advance(10_000)
  expect(work).toHaveBeenCalledTimes(1)
})

it('skips a run that would find nothing new, but not for long', async () => {
  const clock = manualClock()
  let written = 0
  const work = vi.fn(async () => undefined)
  const changes = async () => written
  const poll = startPoll({ clock, intervalMs: 1_000, work, log: testLog, failureMessage: 'the work failed', changes })
  const runsAfter = async (intervals: number) => {
    work.mockClear()
    for (let at = 0; at < intervals; at++) {
      clock.advance(1_000)
      await new Promise(setImmediate)
    }
    return work.mock.calls.length
  }
  expect(await runsAfter(1)).toBe(1)
  expect(await runsAfter(4)).toBe(0)
  expect(await runsAfter(1)).toBe(1)
  written += 1
  expect(await runsAfter(1)).toBe(1)
  expect(await runsAfter(1)).toBe(0)
  poll.wake()
  await new Promise(setImmediate)
  expect(work).toHaveBeenCalledTimes(1)
  await poll.close()
})

it('looks again for what its own run has written, and after a failure', async () => {
  const clock = manualClock()
  let written = 0
  const work = vi
    .fn()
    .mockImplementationOnce(async () => {
      written += 1
    })
    .mockRejectedValueOnce(new Error('no connection'))
    .mockResolvedValue(undefined)
  const changes = async () => written
  const poll = startPoll({ clock, intervalMs: 1_000, work, log: testLog, failureMessage: 'the work failed', changes })
  for (const runs of [1, 2, 3, 3]) {
    clock.advance(1_000)
    await new Promise(setImmediate)
    expect(work).toHaveBeenCalledTimes(runs)
  }
  await poll.close()
})
