import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { detectContext, identifyBeer, parseMenu } from '#contracts'
import { hangs } from '#web/testing/network.ts'
import { call } from './call.ts'

let deadlines: number[]
beforeEach(() => {
  deadlines = []
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    deadlines.push(ms)
    const controller = new AbortController()
    setTimeout(() => controller.abort(new DOMException('too late', 'TimeoutError')), 20)
    return controller.signal
  })
})
afterEach(() => vi.restoreAllMocks())

it.each([
  ['/api/detect-context', 8_000, detectContext],
  ['/api/identify-beer', 60_000, identifyBeer],
  ['/api/parse-menu', 120_000, parseMenu],
] as const)('a call to %s is given up after %i ms', async (path, ms, route) => {
  expect(route.path).toBe(path)
  hangs(route)
  const form = { image: new Blob(['x'], { type: 'image/jpeg' }) }
  await expect(call(route, { form })).rejects.toThrow('Request timed out - please try again')
  expect(deadlines).toEqual([ms])
})
