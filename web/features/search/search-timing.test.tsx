import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { saveSearch, search } from '#contracts'
import { openApp } from '#web/testing/app.tsx'
import { aBeer, aSearchEntry } from '#web/testing/builders.ts'
import { answers, hangs, requestsTo } from '#web/testing/network.ts'

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 1 })
  return () => vi.useRealTimers()
})

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
async function type(text: string) {
  fireEvent.change(await screen.findByRole('searchbox'), { target: { value: text } })
}

it('asks 300 ms after the last letter, not before', async () => {
  const asked = requestsTo(search)
  hangs(search)
  openApp('/search')
  await type('orv')
  await pass(200)
  await type('orva')
  await pass(200)
  expect(asked).toHaveLength(0)
  await pass(130)
  await waitFor(() => expect(asked).toHaveLength(1))
})

it('keeps a search whose answer stood for 1.5 s, not before', async () => {
  const kept = requestsTo(saveSearch)
  answers(search, { status: 200, body: { breweries: [], beers: [aBeer()] } })
  answers(saveSearch, { status: 201, body: aSearchEntry() })
  openApp('/search')
  await type('orval')
  await screen.findByRole('heading', { name: 'Search Results' })
  await pass(1_200)
  expect(kept).toHaveLength(0)
  await pass(400)
  await waitFor(() => expect(kept).toHaveLength(1))
})

it('discovers from four letters, no more and no fewer', async () => {
  hangs(search)
  openApp('/search')
  await type('orv')
  expect((await screen.findAllByText('Searching database...'))[0]).toBeVisible()
  await type('orva')
  expect((await screen.findAllByText('Discovering new beers...'))[0]).toBeVisible()
})
