import { act, renderHook } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { useNotices } from './notices.ts'

it('forgets a notice 1,000,000 ms after it was dismissed', () => {
  vi.useFakeTimers()
  const { result } = renderHook(useNotices)
  act(() => result.current.announce({ title: 'Beer Saved' }))
  act(() => result.current.close(1))
  expect(result.current.notices).toEqual([{ title: 'Beer Saved', id: 1, open: false }])
  act(() => void vi.advanceTimersByTime(999_999))
  expect(result.current.notices).toHaveLength(1)
  act(() => void vi.advanceTimersByTime(1))
  expect(result.current.notices).toEqual([])
  vi.useRealTimers()
})
