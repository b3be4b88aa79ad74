import { once } from 'node:events'
import fastify from 'fastify'
import { expect, it } from 'vitest'
import { manualClock } from '#testing/manual-clock.ts'
import { cleanHourly } from './housekeeping.ts'

it('cleans from the start on, without holding it up for long, and ends with the server', async () => {
  const app = fastify()
  const ends: string[] = []
  cleanHourly(app, manualClock(), 'what takes minutes', async (signal) => {
    ends.push('begun')
    await once(signal, 'abort')
    ends.push('ended')
  })
  await app.ready()
  await expect.poll(() => ends).toEqual(['begun'])
  await app.close()
  expect(ends).toEqual(['begun', 'ended'])
})
