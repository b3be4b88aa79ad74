import { setTimeout as sleep } from 'node:timers/promises'
import { Registry } from 'prom-client'
import { expect, it } from 'vitest'
import { processMetrics } from './event-loop.ts'

it('tells how late the event loop is, apart from the interval of its samples', async () => {
  const registry = new Registry()
  processMetrics(registry)
  const worst = async () => {
    const text = await registry.metrics()
    return Number(/event_loop_delay_seconds\{quantile="1"\} (\S+)/u.exec(text)?.[1])
  }
  // The first sample is only the beginning of an interval.
  await sleep(250)
  const until = performance.now() + 600
  while (performance.now() < until);
  await sleep(150)
  expect(await worst()).toBeGreaterThan(0.4)
  // Each reading begins anew.
  await expect.poll(worst, { interval: 300 }).toBeLessThan(0.4)
  expect(await registry.metrics()).not.toContain('nodejs_eventloop_lag')
})
