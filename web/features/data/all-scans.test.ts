import { expect, it } from 'vitest'
import { listOlderScans, listScans, SCANS_PER_PAGE } from '#contracts'
import { aScan } from '#web/testing/builders.ts'
import { answers, requestsTo } from '#web/testing/network.ts'
import { allScans } from './all-scans.ts'

it('asks for older scans until a page is not full, and for all alternatives', async () => {
  const pages = [SCANS_PER_PAGE, SCANS_PER_PAGE, 3].map((length) => Array.from({ length }, () => aScan()))
  const requests = [listScans, listOlderScans].map((route) => requestsTo(route))
  const next = () => ({ status: 200 as const, body: pages[requests.flat().length - 1] ?? [] })
  answers(listScans, next)
  answers(listOlderScans, next)
  expect(await allScans()).toEqual(pages.flat())
  expect(requests.map(({ length }) => length)).toEqual([1, 2])
  for (const { url } of requests.flat()) expect(new URL(url).search).toBe('?alternatives=all')
})
