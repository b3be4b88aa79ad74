import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { getBeer, getUser } from '#contracts'
import { aBeer, aUser } from '#web/testing/builders.ts'
import { answers, refuses, requestsTo } from '#web/testing/network.ts'
import { CallError } from './call-error.ts'
import { createQueryClient, queryOf, useUser } from './queries.ts'

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }))
afterEach(() => vi.useRealTimers())

/** Opens what a screen would ask, all on one client. */
function screens() {
  const client = createQueryClient()
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  return { client, open: <T,>(ask: () => T) => renderHook(ask, { wrapper }) }
}
const askForBeer = () => useQuery(queryOf(getBeer, { params: { id: 3 } }))

describe('a query', () => {
  it('is a GET to the path in its key, with credentials', async () => {
    const asked = requestsTo(getBeer)
    answers(getBeer, { status: 200, body: aBeer({ id: 3, name: 'Orval' }) })
    const { client, open } = screens()
    const { result } = open(askForBeer)
    await waitFor(() => expect(result.current.data?.name).toBe('Orval'))
    const [key] = client.getQueryCache().getAll()[0]?.queryKey ?? []
    expect(asked.map(({ method, url, credentials }) => [method, new URL(url).pathname, credentials])).toEqual([
      ['GET', key, 'include'],
    ])
  })

  it('is asked once, however it fails', async () => {
    const asked = requestsTo(getBeer)
    refuses(getBeer, 'unavailable', 'The kitchen is busy')
    const { open } = screens()
    const { result } = open(askForBeer)
    await waitFor(() => expect(result.current.isError).toBe(true))
    await vi.advanceTimersByTimeAsync(60_000)
    expect(asked).toHaveLength(1)
  })

  it('is not repeated by time or by focus', async () => {
    const asked = requestsTo(getBeer)
    answers(getBeer, { status: 200, body: aBeer() })
    const { open } = screens()
    const { result } = open(askForBeer)
    await waitFor(() => expect(result.current.isSuccess).toBe(true))
    await vi.advanceTimersByTimeAsync(60_000)
    window.dispatchEvent(new Event('focus'))
    document.dispatchEvent(new Event('visibilitychange'))
    await vi.advanceTimersByTimeAsync(1_000)
    expect(asked).toHaveLength(1)
  })

  it('is asked again by the next screen, as nothing is kept', async () => {
    const asked = requestsTo(getBeer)
    answers(getBeer, { status: 200, body: aBeer() })
    const { client, open } = screens()
    const first = open(askForBeer)
    await waitFor(() => expect(first.result.current.isSuccess).toBe(true))
    const second = open(askForBeer)
    await waitFor(() => expect(asked).toHaveLength(2))
    first.unmount()
    second.unmount()
    await vi.advanceTimersByTimeAsync(1)
    expect(client.getQueryCache().getAll()).toEqual([])
  })

  it('throws a 401 like any other failure', async () => {
    refuses(getBeer, 'unauthenticated', 'Please sign in')
    const { open } = screens()
    const { result } = open(askForBeer)
    await waitFor(() => expect(result.current.error).toBeInstanceOf(CallError))
    expect(result.current.error?.message).toMatch(/^401: /)
  })
})

describe('the user call', () => {
  it('takes a 401 for nobody', async () => {
    refuses(getUser, 'unauthenticated', 'Please sign in')
    const { open } = screens()
    const { result } = open(useUser)
    await waitFor(() => expect(result.current.data).toBeNull())
    expect(result.current.error).toBeNull()
  })
})

describe('the exceptions', () => {
  it('keep the user fresh for 30 seconds and for 60 in the cache', async () => {
    const asked = requestsTo(getUser)
    answers(getUser, { status: 200, body: aUser() })
    const { client, open } = screens()
    const first = open(useUser)
    await waitFor(() => expect(first.result.current.isSuccess).toBe(true))
    await vi.advanceTimersByTimeAsync(29_000)
    open(useUser).unmount()
    expect(asked).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1_000)
    const later = open(useUser)
    await waitFor(() => expect(asked).toHaveLength(2))
    first.unmount()
    later.unmount()
    await vi.advanceTimersByTimeAsync(59_000)
    expect(client.getQueryCache().getAll()).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(client.getQueryCache().getAll()).toEqual([])
  })
})
