import { expect, it } from 'vitest'
import { detectContext } from '#contracts'
import { answers, refuses } from '#web/testing/network.ts'
import { detectScene } from './scene.ts'

const frame = new Blob(['frame'], { type: 'image/jpeg' })

it('says what the server sees', async () => {
  answers(detectContext, { status: 200, body: { context: 'menu', confidence: 0.8, beerCount: 0, textContent: true } })
  expect(await detectScene(frame)).toEqual({
    context: 'menu',
    confidence: 0.8,
    beerCount: 0,
    textContent: true,
    isFallback: false,
  })
})

it('silently assumes a single beer when detection fails, and marks it as assumed', async () => {
  refuses(detectContext, 'unavailable', 'busy')
  expect(await detectScene(frame)).toEqual({
    context: 'single_beer',
    confidence: 0.7,
    beerCount: 1,
    textContent: false,
    isFallback: true,
  })
})
