import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type AnyRoute, getBeer, getScan, listScans } from '#contracts'
import { handoff } from '#web/handoff/handoff.ts'
import { openApp } from '#web/testing/app.tsx'
import { aBeer, aScan, aSightedBeer } from '#web/testing/builders.ts'
import { answers, network, refuses } from '#web/testing/network.ts'

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }))
afterEach(() => {
  network.events.removeAllListeners()
  seen('visible')
  vi.useRealTimers()
})

/** When each address of the route was asked for. */
function timesOf({ path }: AnyRoute): Map<string, number[]> {
  const times = new Map<string, number[]>()
  const pattern = new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`)
  network.events.on('request:start', ({ request }) => {
    const { pathname } = new URL(request.url)
    if (pattern.test(pathname)) times.set(pathname, [...(times.get(pathname) ?? []), Date.now()])
  })
  return times
}
async function pass(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 50) await vi.advanceTimersByTimeAsync(50)
}
function expectEvery(ms: number, times: number[] = []): void {
  expect(times.length).toBeGreaterThan(2)
  const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0))
  for (const gap of gaps) expect(Math.abs(gap - ms), `${gaps}`).toBeLessThan(250)
}
function seen(state: 'visible' | 'hidden'): void {
  Object.defineProperty(document, 'visibilityState', { value: state, configurable: true })
  document.dispatchEvent(new Event('visibilitychange'))
}

it('asks for the history every three seconds', async () => {
  const times = timesOf(listScans)
  openApp('/history')
  await screen.findByText('No scan history yet')
  await pass(10_000)
  expectEvery(3_000, times.get('/api/scans'))
})

it('asks once for a history that fails, until the next turn', async () => {
  const times = timesOf(listScans)
  refuses(listScans, 'unavailable', 'The kitchen is busy')
  openApp('/history')
  await screen.findByText('Failed to fetch scan history')
  await pass(10_000)
  expectEvery(3_000, times.get('/api/scans'))
})

it('asks for a processing scan every two seconds', async () => {
  const scan = aScan({ status: 'processing' })
  const times = timesOf(getScan)
  answers(getScan, { status: 200, body: scan })
  openApp(`/scan/${scan.id}`)
  await screen.findByText('Processing Scan', { selector: 'h1' })
  await pass(8_000)
  expectEvery(2_000, times.get(`/api/scans/${scan.id}`))
})

it('asks for each pending rating every five seconds', async () => {
  const beers = [aSightedBeer({ rating: 0 }), aSightedBeer({ rating: 0 }), aSightedBeer({ rating: 80 })]
  const times = timesOf(getBeer)
  answers(getBeer, ({ params }) => ({ status: 200 as const, body: aBeer({ id: Number(params.id), rating: 0 }) }))
  const readAt = new Date().toISOString()
  handoff.leaveMenu({ scanId: crypto.randomUUID(), beers, context: 'menu', title: null, readAt })
  openApp('/menu-view')
  await screen.findByText('Scanned Menu')
  await pass(16_000)
  expect([...times.keys()]).toEqual(beers.slice(0, 2).map(({ id }) => `/api/beers/${id}`))
  for (const asked of times.values()) expectEvery(5_000, asked)
})

it('stops while the page is hidden', async () => {
  const times = timesOf(listScans)
  openApp('/history')
  await screen.findByText('No scan history yet')
  seen('hidden')
  const before = times.get('/api/scans')?.length
  await pass(10_000)
  expect(times.get('/api/scans')).toHaveLength(before ?? 0)
  seen('visible')
  await pass(4_000)
  await waitFor(() => expect(times.get('/api/scans')?.length).toBeGreaterThan(before ?? 0))
})
