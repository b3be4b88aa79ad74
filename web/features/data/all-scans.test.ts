import { expect, it } from 'vitest'
import { listOlderScans, SCANS_PER_PAGE } from '#contracts'
import { aScan } from '#web/testing/builders.ts'
import { answers, requestsTo } from '#web/testing/network.ts'
import { withOlderScans } from './all-scans.ts'

it('asks for older scans until a page is not full', async () => {
  const pages = [SCANS_PER_PAGE, SCANS_PER_PAGE, 3].map((length) => Array.from({ length }, () => aScan()))
  const requests = requestsTo(listOlderScans)
  answers(listOlderScans, () => ({ status: 200 as const, body: pages[requests.length] ?? [] }))
  expect(await withOlderScans(pages[0] ?? [])).toEqual(pages.flat())
  expect(requests).toHaveLength(2)
})
