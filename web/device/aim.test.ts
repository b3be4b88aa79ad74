import { describe, expect, it } from 'vitest'
import { isBlurred, sharpness, subjectShare, viewProblem } from './aim.ts'
import type { GreyFrame } from './grey-frames.ts'

function frame(width: number, height: number, level: (x: number, y: number) => number): GreyFrame {
  return {
    width,
    height,
    levels: Uint8Array.from({ length: width * height }, (_, at) => level(at % width, Math.floor(at / width))),
  }
}

/** Blurs like an unfocused lens: each level becomes the mean of its neighbours. */
function defocused({ width, height, levels }: GreyFrame, radius: number): GreyFrame {
  return frame(width, height, (x, y) => {
    let sum = 0
    let count = 0
    for (let dy = -radius; dy <= radius; dy += 1) {
      for (let dx = -radius; dx <= radius; dx += 1) {
        const [u, v] = [x + dx, y + dy]
        if (u < 0 || v < 0 || u >= width || v >= height) continue
        sum += levels[v * width + u] ?? 0
        count += 1
      }
    }
    return sum / count
  })
}

/** Strokes like print, with a little noise. */
const print = (x: number, y: number) => ((x * 7 + y * 3) % 11 < 4 !== y % 13 < 3 ? 40 : 200) + ((x * 31 + y * 17) % 5)
const words = frame(128, 128, (x, y) => (print(x >> 3, y >> 3) > 100 ? 200 : 40) + ((x * 31 + y * 17) % 5))
const shelf = frame(64, 48, print)

describe('the aim', () => {
  it('is fine for a sharp, bright subject that fills the frame', () => {
    expect(viewProblem(shelf)).toBeNull()
    expect(isBlurred(words)).toBe(false)
  })

  it.each([
    [20, 'dark'],
    [35, 'dark'],
    [120, null],
  ] as const)('at brightness %d is %s', (peak, problem) => {
    const dim = frame(64, 48, (x, y) => (print(x, y) * peak) / 204)
    expect(viewProblem(dim)).toBe(problem)
  })

  it('reports a blurred frame, but nothing for a plain wall', () => {
    expect(isBlurred(defocused(defocused(words, 6), 6))).toBe(true)
    expect(viewProblem(frame(64, 48, () => 150))).toBeNull()
    expect(isBlurred(frame(128, 128, () => 150))).toBe(false)
  })

  it('measures less sharpness with every step out of focus', () => {
    const steps = [0, 1, 3, 6].map((radius) => sharpness(defocused(words, radius)))
    expect(steps).toEqual([...steps].sort((a, b) => b - a))
  })

  it('reports a small subject on a plain background as too far', () => {
    const bottle = (share: number) =>
      frame(64, 48, (x, y) =>
        Math.abs(x - 32) < 32 * Math.sqrt(share) && Math.abs(y - 24) < 24 * Math.sqrt(share) ? print(x, y) : 120,
      )
    expect(viewProblem(bottle(0.03))).toBe('far')
    expect(viewProblem(bottle(0.4))).toBeNull()
    expect(subjectShare(bottle(0.4))).toBeCloseTo(0.4, 1)
  })
})
