import { expect, it } from 'vitest'
import {
  beginImport,
  correctScan,
  detectContext,
  getScan,
  identifyBeer,
  listFavorites,
  parseMenu,
  wishFor,
} from '#contracts'
import { spec } from '#testing/spec.ts'
import { shortDeadlines } from '#web/testing/deadlines.ts'
import { hangs } from '#web/testing/network.ts'
import { call } from './call.ts'

it.each([
  ['/api/detect-context', 8_000, detectContext],
  ['/api/identify-beer', 60_000, identifyBeer],
  ['/api/parse-menu', 120_000, parseMenu],
] as const)(
  'a call to %s times out after %i ms',
  spec('7.2.8', '7.2.11', '7.2.16', '9.2.4', '9.3.1', '9.3.4'),
  async (path, ms, route) => {
    expect(route.path).toBe(path)
    const deadlines = shortDeadlines(20)
    hangs(route)
    const form = { image: new Blob(['x'], { type: 'image/jpeg' }) }
    await expect(call(route, { form })).rejects.toThrow('Request timed out - please try again')
    expect(deadlines.mock.calls).toEqual([[ms]])
  },
)

it.each([getScan, listFavorites, correctScan, wishFor])(
  'a call without a file times out after a minute: $method $path',
  spec('10.4.15'),
  async (route) => {
    const deadlines = shortDeadlines(20)
    hangs(route)
    await expect(call(route, { params: { id: '1', beerId: 1 }, body: {} } as never)).rejects.toThrow(
      'Request timed out - please try again',
    )
    expect(deadlines.mock.calls).toEqual([[60_000]])
  },
)

it('a file may take its time', async () => {
  const deadlines = shortDeadlines(20)
  hangs(beginImport)
  const controller = new AbortController()
  const sending = call(
    beginImport,
    { query: { name: '' }, form: { file: new Blob(['x']) } },
    { signal: controller.signal },
  )
  setTimeout(() => controller.abort(), 40)
  await expect(sending).rejects.toThrow(/abort/iu)
  expect(deadlines).not.toHaveBeenCalled()
})
