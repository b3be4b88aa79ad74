import { QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { getScan } from '#contracts'
import { createQueryClient } from '#web/api/queries.ts'
import { aScan } from '#web/testing/builders.ts'
import { answers, requestsTo } from '#web/testing/network.ts'
import { useRunningScan } from './scan-wait.tsx'

it('asks every second how far a photo is that was just taken', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 1 })
  const scan = aScan({ status: 'processing' })
  const asked = requestsTo(getScan)
  answers(getScan, { status: 200, body: scan })
  const client = createQueryClient()
  const { result } = renderHook(() => useRunningScan(scan.id), {
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  })
  await act(() => vi.advanceTimersByTimeAsync(1_050))
  await waitFor(() => expect(result.current.scan?.id).toBe(scan.id))
  const before = asked.length
  for (let second = 0; second < 6; second++) await act(() => vi.advanceTimersByTimeAsync(1_000))
  expect(asked.length - before).toBeGreaterThanOrEqual(5)
  expect(asked.length - before).toBeLessThanOrEqual(8)
  vi.useRealTimers()
})
