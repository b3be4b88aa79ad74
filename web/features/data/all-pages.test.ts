import { expect, it } from 'vitest'
import { cursorOf, LISTED_MAX } from '#contracts'
import { allPages } from './all-pages.ts'

const at = '2026-03-01T20:00:00.000Z'
const entries = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => ({ beerId: from + n, at }))
const timeOf = (entry: { at: string }) => entry.at

it('continues after the last entry until a page is not full', async () => {
  const stored = entries(1, 2 * LISTED_MAX + 1)
  const queries: unknown[] = []
  const all = await allPages<(typeof stored)[number]>(async ({ query }) => {
    queries.push(query)
    const next = stored.findIndex(({ beerId }) => query?.before === cursorOf(new Date(at), beerId)) + 1
    return stored.slice(next, next + LISTED_MAX)
  }, timeOf)
  expect(all).toEqual(stored)
  expect(queries).toEqual([
    undefined,
    { before: `${Date.parse(at)}-${LISTED_MAX}` },
    { before: `${Date.parse(at)}-${2 * LISTED_MAX}` },
  ])
})

it('lists a beer once if it moves to a later page during the export', async () => {
  const pages = [entries(1, LISTED_MAX + 1), [{ beerId: 7, at: '2026-02-01T20:00:00.000Z' }]]
  const all = await allPages(async () => pages.shift() ?? [], timeOf)
  expect(all).toHaveLength(LISTED_MAX)
  expect(all.find(({ beerId }) => beerId === 7)).toEqual({ beerId: 7, at: '2026-02-01T20:00:00.000Z' })
})

it('ends with a server of an older build, which has the first page only', async () => {
  const first = entries(1, LISTED_MAX + 1)
  expect(await allPages(async () => first, timeOf)).toEqual(first)
})
