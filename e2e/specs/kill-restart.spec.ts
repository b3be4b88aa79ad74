/** The server is killed while ten scans run; after a restart all ten end, each once. */
import { randomUUID } from 'node:crypto'
import { getScan, identifyBeer, listScans, pathOf } from '#contracts'
import { renderSingle } from '#testing/pictures/index.ts'
import { expect, test } from '../fixtures/app.ts'
import { someBeers } from '../fixtures/pictures.ts'

const SCANS = 10
const FILE_NAME = 'beer-scan.jpg'
const ALL_ENDED_WITHIN_MS = 90_000

test.setTimeout(180_000)

test('ends every scan once after the server was killed in the middle', async ({ openPhone, product, seed }) => {
  const { page, signIn } = await openPhone()
  await signIn()
  const ids = Array.from({ length: SCANS }, () => randomUUID())
  for (const [index, beer] of someBeers(seed, SCANS).entries()) {
    const answer = await page.request.post(identifyBeer.path, {
      headers: { origin: product.origin, prefer: 'respond-async' },
      multipart: {
        context: 'single_beer',
        scanId: ids[index] ?? '',
        image: {
          name: FILE_NAME,
          mimeType: 'image/jpeg',
          buffer: await renderSingle({ beer, seed: seed + index }),
        },
      },
    })
    expect(answer.status()).toBe(202)
    expect(answer.headers().location).toBe(pathOf(getScan, { id: ids[index] ?? '' }))
  }
  const before = await (await page.request.get(listScans.path)).json()
  expect(before.some((scan: { status: string }) => scan.status === 'processing')).toBe(true)

  await product.kill()
  await product.run()

  await expect
    .poll(
      async () => {
        const scans = await (await page.request.get(listScans.path)).json()
        return scans.map((scan: { status: string }) => scan.status).filter((status: string) => status === 'completed')
          .length
      },
      { timeout: ALL_ENDED_WITHIN_MS, intervals: [500] },
    )
    .toBe(SCANS)
  const after: { id: string }[] = await (await page.request.get(listScans.path)).json()
  expect(after.map((scan) => scan.id).sort()).toEqual([...ids].sort())
})
