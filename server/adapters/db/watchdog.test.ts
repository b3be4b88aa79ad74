import { EventEmitter } from 'node:events'
import { expect, it, vi } from 'vitest'
import { manualClock } from '#testing/manual-clock.ts'
import type { FromWorker } from './embedded-messages.ts'
import { startWatchdog } from './watchdog.ts'

it('waits for a snapshot for ten minutes, and for anything else for half a minute', () => {
  const clock = manualClock()
  const thread = Object.assign(new EventEmitter(), { postMessage: () => {} })
  const lost = vi.fn()
  startWatchdog(thread, clock, lost)
  const say = (message: FromWorker) => thread.emit('message', message)

  say({ kind: 'snapshot-begun' })
  clock.advance(599_000)
  expect(lost).not.toHaveBeenCalled()
  say({ kind: 'snapshot', path: null })
  clock.advance(30_000)
  expect(lost).not.toHaveBeenCalled()
  clock.advance(4_000)
  expect(lost).toHaveBeenCalledWith('no reply for 30 s')

  lost.mockClear()
  say({ kind: 'snapshot-begun' })
  clock.advance(604_000)
  expect(lost).toHaveBeenCalledWith('no reply for 600 s')
})
