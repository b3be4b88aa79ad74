import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { getBeer, getUser } from '#contracts'
import { spec } from '#testing/spec.ts'
import { aBeer, aUser } from '#web/testing/builders.ts'
import { answers, refuses, requestsTo } from '#web/testing/network.ts'
import { CallError } from './call-error.ts'
import { createQueryClient, queryOf, useUser } from './queries.ts'

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }))
afterEach(() => vi.useRealTimers())

/** Mounts queries as a screen does, on one client. */
function screens() {
  const client = createQueryClient()
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  return { client, open: <T,>(ask: () => T) => renderHook(ask, { wrapper }) }
}
const askForBeer = () => useQuery(queryOf(getBeer, { params: { id: 3 } }))

describe('a query', () => {
  it('is a GET to the path in its key, with credentials', spec('7.1.1', '7.1.2', '7.1.3'), async () => {
    const requests = requestsTo(getBeer)
    answers(getBeer, { status: 200, body: aBeer({ id: 3, name: 'Orval' }) })
    const { client, open } = screens()
    const { result } = open(askForBeer)
    await waitFor(() => expect(result.current.data?.name).toBe('Orval'))
    const [key] = client.getQueryCache().getAll()[0]?.queryKey ?? []
    expect(requests.map(({ method, url, credentials }) => [method, new URL(url).pathname, credentials])).toEqual([
      ['GET', key, 'include'],
    ])
  })

  it('is never retried', spec('9.4.1'), async () => {
    const requests = requestsTo(getBeer)
    refuses(getBeer, 'unavailable', 'The kitchen is busy')
    const { open } = screens()
    const { result } = open(askForBeer)
    await waitFor(() => expect(result.current.isError).toBe(true))
    await vi.advanceTimersByTimeAsync(60_000)
    expect(requests).toHaveLength(1)
  })

  it('is not refetched by time or focus', spec('9.4.2', '9.4.3'), async () => {
    const requests = requestsTo(getBeer)
    answers(getBeer, { status: 200, body: aBeer() })
    const { open } = screens()
    const { result } = open(askForBeer)
    await waitFor(() => expect(result.current.isSuccess).toBe(true))
    await vi.advanceTimersByTimeAsync(60_000)
    window.dispatchEvent(new Event('focus'))
    document.dispatchEvent(new Event('visibilitychange'))
    await vi.advanceTimersByTimeAsync(1_000)
    expect(requests).toHaveLength(1)
  })

  it('is refetched by the next screen, since nothing is cached', spec('9.4.4', '9.4.5'), async () => {
    const requests = requestsTo(getBeer)
    answers(getBeer, { status: 200, body: aBeer() })
    const { client, open } = screens()
    const first = open(askForBeer)
    await waitFor(() => expect(first.result.current.isSuccess).toBe(true))
    const second = open(askForBeer)
    await waitFor(() => expect(requests).toHaveLength(2))
    first.unmount()
    second.unmount()
    await vi.advanceTimersByTimeAsync(1)
    expect(client.getQueryCache().getAll()).toEqual([])
  })

  it('throws a 401 like any other error', spec('7.1.6'), async () => {
    refuses(getBeer, 'unauthenticated', 'Please sign in')
    const { open } = screens()
    const { result } = open(askForBeer)
    await waitFor(() => expect(result.current.error).toBeInstanceOf(CallError))
    expect(result.current.error?.message).toMatch(/^401: /)
  })
})

describe('the user call', () => {
  it('returns null for a 401', spec('7.1.7'), async () => {
    refuses(getUser, 'unauthenticated', 'Please sign in')
    const { open } = screens()
    const { result } = open(useUser)
    await waitFor(() => expect(result.current.data).toBeNull())
    expect(result.current.error).toBeNull()
  })
})

describe('the exceptions', () => {
  it('keep the user fresh for 30 seconds and cached for 60', spec('9.4.8', '9.4.9'), async () => {
    const requests = requestsTo(getUser)
    answers(getUser, { status: 200, body: aUser() })
    const { client, open } = screens()
    const first = open(useUser)
    await waitFor(() => expect(first.result.current.isSuccess).toBe(true))
    await vi.advanceTimersByTimeAsync(29_000)
    open(useUser).unmount()
    expect(requests).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1_000)
    const later = open(useUser)
    await waitFor(() => expect(requests).toHaveLength(2))
    first.unmount()
    later.unmount()
    await vi.advanceTimersByTimeAsync(59_000)
    expect(client.getQueryCache().getAll()).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(client.getQueryCache().getAll()).toEqual([])
  })
})
