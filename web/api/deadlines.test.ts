import { expect, it } from 'vitest'
import {
  answerTasteCard,
  deleteScan,
  detectContext,
  getScan,
  identifyBeer,
  listFavorites,
  parseMenu,
  rateBeer,
  unrateBeer,
  unwish,
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

it.each([getScan, listFavorites])('a call that reads times out: $method $path', spec('10.4.15'), async (route) => {
  const deadlines = shortDeadlines(20)
  hangs(route)
  await expect(call(route, { params: { id: '1' } })).rejects.toThrow('Request timed out - please try again')
  expect(deadlines.mock.calls).toEqual([[60_000]])
})

it.each([deleteScan, rateBeer, unrateBeer, answerTasteCard, wishFor, unwish])(
  'a change that others wait for times out: $method $path',
  ({ timeoutMs }) => {
    expect(timeoutMs).toBeLessThanOrEqual(60_000)
  },
)
