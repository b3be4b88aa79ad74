import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type AnyRoute, getBeer, getScan, listScans } from '#contracts'
import { spec } from '#testing/spec.ts'
import { handoff } from '#web/handoff/handoff.ts'
import { openApp } from '#web/testing/app.tsx'
import { aBeer, aScan, aSightedBeer } from '#web/testing/builders.ts'
import { answers, network, refuses } from '#web/testing/network.ts'

/** The clock moves only in `pass`, in steps of this size; the network answers between two steps. */
const STEP_MS = 50

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  network.events.removeAllListeners()
  setVisibility('visible')
  vi.useRealTimers()
})

/** When each address of the route was requested. */
function requestTimes({ path }: AnyRoute): Map<string, number[]> {
  const times = new Map<string, number[]>()
  const pattern = new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`)
  const send = globalThis.fetch
  vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
    const address = String(input)
    if (pattern.test(address)) times.set(address, [...(times.get(address) ?? []), Date.now()])
    return send(input, init)
  })
  return times
}

const { setTimeout: realTimeout } = globalThis
async function pass(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += STEP_MS) {
    await vi.advanceTimersByTimeAsync(STEP_MS)
    await new Promise((resolve) => realTimeout(resolve, 1))
  }
}

/** Lets time pass until the text is shown; the test's time-out is the limit. */
async function untilShown(text: string, selector = '*'): Promise<void> {
  while (screen.queryByText(text, { selector }) === null) await pass(STEP_MS)
}

/** Every gap is the interval, plus at most the steps in which the response arrived. */
function expectEvery(ms: number, times: number[] = []): void {
  expect(times.length).toBeGreaterThan(2)
  const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0))
  for (const gap of gaps) {
    expect(gap, `${gaps}`).toBeGreaterThanOrEqual(ms)
    expect(gap, `${gaps}`).toBeLessThanOrEqual(ms + 2 * STEP_MS)
  }
}

function setVisibility(state: 'visible' | 'hidden'): void {
  Object.defineProperty(document, 'visibilityState', { value: state, configurable: true })
  document.dispatchEvent(new Event('visibilitychange'))
}

it('polls the history every three seconds', spec('7.2.21', '9.3.7'), async () => {
  const times = requestTimes(listScans)
  openApp('/history')
  await untilShown('No scan history yet')
  await pass(10_000)
  expectEvery(3_000, times.get('/api/scans'))
})

it('does not retry a failed history before the next poll', spec('7.2.22'), async () => {
  const times = requestTimes(listScans)
  refuses(listScans, 'unavailable', 'The kitchen is busy')
  openApp('/history')
  await untilShown('Failed to fetch scan history')
  await pass(10_000)
  expectEvery(3_000, times.get('/api/scans'))
})

it('polls a processing scan every two seconds', spec('4.9.7', '7.2.24', '9.3.8'), async () => {
  const scan = aScan({ status: 'processing' })
  const times = requestTimes(getScan)
  answers(getScan, { status: 200, body: scan })
  openApp(`/scan/${scan.id}`)
  await untilShown('Processing Scan', 'h1')
  await pass(8_000)
  expectEvery(2_000, times.get(`/api/scans/${scan.id}`))
})

it('polls each pending rating every five seconds', spec('4.10.1', '9.3.9'), async () => {
  const beers = [aSightedBeer({ rating: 0 }), aSightedBeer({ rating: 0 }), aSightedBeer({ rating: 80 })]
  const times = requestTimes(getBeer)
  answers(getBeer, ({ params }) => ({ status: 200 as const, body: aBeer({ id: Number(params.id), rating: 0 }) }))
  const readAt = new Date().toISOString()
  handoff.leaveMenu({ scanId: crypto.randomUUID(), beers, context: 'menu', title: null, readAt })
  openApp('/menu-view')
  await untilShown('Scanned Menu')
  await pass(16_000)
  expect([...times.keys()]).toEqual(beers.slice(0, 2).map(({ id }) => `/api/beers/${id}`))
  for (const requested of times.values()) expectEvery(5_000, requested)
})

it('stops polling while the page is hidden', spec('9.4.6'), async () => {
  const times = requestTimes(listScans)
  openApp('/history')
  await untilShown('No scan history yet')
  setVisibility('hidden')
  const before = times.get('/api/scans')?.length
  await pass(10_000)
  expect(times.get('/api/scans')).toHaveLength(before ?? 0)
  setVisibility('visible')
  await pass(4_000)
  expect(times.get('/api/scans')?.length).toBeGreaterThan(before ?? 0)
})
