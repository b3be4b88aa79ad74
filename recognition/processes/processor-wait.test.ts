import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { watchProcessorWait } from './processor-wait.ts'

const started: ChildProcess[] = []
afterEach(async () => {
  await Promise.all(
    started.splice(0).map((child) => {
      child.kill('SIGKILL')
      return once(child, 'exit')
    }),
  )
})

/** Says when it runs; all of them share the first processor. */
async function onOneProcessor(shell: string): Promise<number | undefined> {
  const child = spawn('taskset', ['--cpu-list', '0', 'sh', '-c', `echo runs; ${shell}`])
  started.push(child)
  await once(child.stdout, 'data')
  return child.pid
}

const isLinux = process.platform === 'linux'

test.runIf(isLinux)(
  'three busy processes on one processor wait for each other, and one that sleeps does not',
  async () => {
    const busy = 'while :; do :; done'
    const pids = await Promise.all([busy, busy, busy].map(onOneProcessor))
    const asleep = await onOneProcessor('exec sleep 60')
    const [sleeping, ...waiting] = [asleep, ...pids].map(watchProcessorWait)
    await sleep(600)
    // Together they wait for two thirds of the time at least, wherever other processes go.
    const waits = waiting.map((waited) => waited())
    expect(waits.reduce((sum, ms) => sum + ms, 0)).toBeGreaterThan(600)
    expect(sleeping?.()).toBeLessThan(Math.max(...waits))
  },
)

test('of a process that has ended or never started, nothing is known', async () => {
  const child = spawn('true')
  const waited = watchProcessorWait(child.pid)
  await once(child, 'exit')
  expect(waited()).toBe(0)
  expect(watchProcessorWait(undefined)()).toBe(0)
})
