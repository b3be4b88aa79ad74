import { expect, it } from 'vitest'
import { detectContext } from '#contracts'
import { spec } from '#testing/spec.ts'
import { answers, refuses } from '#web/testing/network.ts'
import { detectScene } from './scene.ts'

const frame = new Blob(['frame'], { type: 'image/jpeg' })

it('returns the scene that the server detects', spec('3.7.4', '4.3.4'), async () => {
  answers(detectContext, { status: 200, body: { context: 'menu', confidence: 0.8, beerCount: 0, textContent: true } })
  expect(await detectScene(frame)).toEqual({
    context: 'menu',
    confidence: 0.8,
    beerCount: 0,
    textContent: true,
    showsKnownBarcode: false,
    isFallback: false,
  })
})

it(
  'falls back silently to a single beer when detection fails, and marks the fallback',
  spec('3.7.2', '4.3.5', '8.2.14'),
  async () => {
    refuses(detectContext, 'unavailable', 'busy')
    expect(await detectScene(frame)).toEqual({
      context: 'single_beer',
      confidence: 0.7,
      beerCount: 1,
      textContent: false,
      showsKnownBarcode: false,
      isFallback: true,
    })
  },
)
