import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { clearScans, clearSearches, listScans, listSearches } from '#contracts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { aBeer, aScan } from '#testing/builders.ts'
import { scanJobs, searches } from '../../adapters/db/schema.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ readerSlots: 0 })
})
afterAll(() => app.close())

it('deletes every scan of one user with its job, and nothing of another user', async () => {
  const [ada, grace] = [await app.signIn(), await app.signIn()]
  const items = [{ beerId: (await aBeer(app.db)).id }]
  await aScan(app.db, { userId: ada.user.id, items })
  const running = await aScan(app.db, { id: randomUUID(), userId: ada.user.id, status: 'processing', endedAt: null })
  const theirs = await aScan(app.db, { userId: grace.user.id, status: 'processing', endedAt: null })
  await app.db.insert(scanJobs).values([
    { scanId: running.id, userId: ada.user.id },
    { scanId: theirs.id, userId: grace.user.id },
  ])
  expect((await ada.call(clearScans)).status).toBe(204)
  expect((await ada.call(listScans, {})).body).toEqual([])
  expect((await grace.call(listScans, {})).body).toHaveLength(1)
  expect((await app.db.select().from(scanJobs)).map(({ scanId }) => scanId)).toEqual([theirs.id])
  expect((await ada.call(clearScans)).status).toBe(204)
})

it('deletes every search of one user, and none of another', async () => {
  const [ada, grace] = [await app.signIn(), await app.signIn()]
  for (const { user } of [ada, grace])
    await app.db.insert(searches).values({ userId: user.id, query: 'orval', resultCount: 1 })
  expect((await ada.call(clearSearches)).status).toBe(204)
  expect((await ada.call(listSearches)).body).toEqual([])
  expect((await grace.call(listSearches)).body).toHaveLength(1)
})
