import { QueryClientProvider } from '@tanstack/react-query'
import { renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { listSearches, search } from '#contracts'
import { spec } from '#testing/spec.ts'
import { createQueryClient } from '#web/api/queries.ts'
import { aSearchEntry } from '#web/testing/builders.ts'
import { answers, requestsTo } from '#web/testing/network.ts'
import { useSearch } from './use-search.ts'

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }))
afterEach(() => vi.useRealTimers())

it('keeps results fresh for 30 seconds', spec('9.4.7'), async () => {
  const requests = requestsTo(search)
  answers(search, { status: 200, body: { breweries: [], beers: [] } })
  answers(listSearches, { status: 200, body: [aSearchEntry({ query: 'orval' })] })
  const client = createQueryClient()
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  const open = () => renderHook(() => useSearch('orval'), { wrapper })
  const { result } = open()
  await waitFor(() => expect(result.current.result.isSuccess).toBe(true))
  await vi.advanceTimersByTimeAsync(29_000)
  open()
  expect(requests).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1_000)
  open()
  await waitFor(() => expect(requests).toHaveLength(2))
})
