import { act, renderHook, waitFor } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { listOlderScans, SCANS_PER_PAGE } from '#contracts'
import { aScan } from '#web/testing/builders.ts'
import { answers, refuses, requestsTo } from '#web/testing/network.ts'
import { useOlderScans } from './use-older-scans.ts'

const idsOf = (scans: readonly { id: string }[] = []) => scans.map(({ id }) => id)

beforeEach(() => window.history.replaceState(null, '', '/history'))

it('adds older scans on request, until a page is not full', async () => {
  const newest = Array.from({ length: SCANS_PER_PAGE }, () => aScan())
  const [moved, old] = [newest.at(-1) ?? aScan(), aScan()]
  answers(listOlderScans, { status: 200, body: [moved, old] })
  const requests = requestsTo(listOlderScans)
  const { result } = renderHook(() => useOlderScans(newest))
  expect(idsOf(result.current.scans)).toEqual(idsOf(newest))
  act(() => result.current.more?.())
  await waitFor(() => expect(idsOf(result.current.scans)).toEqual(idsOf([...newest, old])))
  expect(requests[0]?.url).toContain(`/api/scans/${moved.id}/older`)
  expect(result.current.more).toBeUndefined()
  act(() => result.current.forget(old.id))
  expect(idsOf(result.current.scans)).toEqual(idsOf(newest))
})

it('keeps a scan that a new one pushes out of the newest page, but none that was deleted', async () => {
  const minutes = (minute: number) => new Date(Date.UTC(2026, 0, 1, 20, -minute)).toISOString()
  const newest = Array.from({ length: SCANS_PER_PAGE }, (_, minute) => aScan({ scannedAt: minutes(minute) }))
  const old = aScan({ scannedAt: minutes(SCANS_PER_PAGE) })
  answers(listOlderScans, { status: 200, body: [old] })
  const { result, rerender } = renderHook((scans: typeof newest) => useOlderScans(scans), { initialProps: newest })
  act(() => result.current.more?.())
  await waitFor(() => expect(result.current.scans).toHaveLength(SCANS_PER_PAGE + 1))

  const added = aScan({ scannedAt: minutes(-1) })
  rerender([added, ...newest.slice(0, -1)])
  expect(idsOf(result.current.scans)).toEqual(idsOf([added, ...newest, old]))

  rerender(newest.toSpliced(3, 1))
  expect(idsOf(result.current.scans)).toEqual(idsOf([...newest.toSpliced(3, 1), old]))
})

it('goes on where a scan was deleted elsewhere', async () => {
  const newest = Array.from({ length: SCANS_PER_PAGE }, () => aScan())
  const older = Array.from({ length: SCANS_PER_PAGE }, () => aScan())
  answers(listOlderScans, { status: 200, body: older })
  const { result } = renderHook(() => useOlderScans(newest))
  act(() => result.current.more?.())
  await waitFor(() => expect(result.current.scans).toHaveLength(2 * SCANS_PER_PAGE))

  const [before, deleted] = older.slice(-2)
  const oldest = aScan()
  answers(listOlderScans, { status: 200, body: [oldest] })
  refuses({ ...listOlderScans, path: `/api/scans/${deleted?.id}/older` }, 'not_found', 'There is no such scan.')
  const requests = requestsTo(listOlderScans)
  act(() => result.current.more?.())
  await waitFor(() => expect(idsOf(result.current.scans).slice(-2)).toEqual([before?.id, oldest.id]))
  expect(requests).toHaveLength(2)
})

it('has no more than the newest page if that is not full', () => {
  const { result } = renderHook(() => useOlderScans([aScan()]))
  expect(result.current.more).toBeUndefined()
})
