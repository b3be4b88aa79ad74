import { afterEach, expect, it, vi } from 'vitest'
import { feedback } from './feedback.ts'
import { DEFAULTS, preferences } from './preferences.ts'

const vibrate = vi.fn()
const rings = vi.fn()
class Sounds {
  currentTime = 0
  destination = {}
  createOscillator() {
    return { frequency: { value: 0 }, connect: (next: unknown) => next, start: rings, stop: () => undefined }
  }
  createGain() {
    const gain = { setValueAtTime: () => undefined, exponentialRampToValueAtTime: () => undefined }
    return { gain, connect: (next: unknown) => next }
  }
}
vi.stubGlobal('AudioContext', Sounds)
Object.defineProperty(navigator, 'vibrate', { value: vibrate, configurable: true })
afterEach(() => {
  vibrate.mockReset()
  rings.mockReset()
})

it.each([
  [true, true],
  [true, false],
  [false, true],
  [false, false],
])('plays and vibrates as the user prefers: sound %s, vibration %s', (soundEffects, vibration) => {
  preferences.set({ ...DEFAULTS, soundEffects, vibration })
  feedback('found')
  expect(rings).toHaveBeenCalledTimes(soundEffects ? 2 : 0)
  expect(vibrate).toHaveBeenCalledTimes(vibration ? 1 : 0)
})
