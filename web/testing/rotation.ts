/** Observes rotating texts on the screen, on fake timers. */
import { screen } from '@testing-library/react'
import { expect, vi } from 'vitest'

/** Returns which of the texts were shown, in order, and for how long. */
export async function turns(words: readonly string[], passMs: number): Promise<{ words: string[]; lasted: number[] }> {
  const seen: { word: string; since: number }[] = []
  for (let passed = 0; passed < passMs; passed += 25) {
    const word = words.find((one) => screen.queryByText(one) !== null)
    if (word && seen.at(-1)?.word !== word) seen.push({ word, since: Date.now() })
    await vi.advanceTimersByTimeAsync(25)
  }
  const lasted = seen.slice(1).map(({ since }, index) => since - (seen[index]?.since ?? 0))
  return { words: seen.map(({ word }) => word), lasted: lasted.slice(1) }
}
/** Expects more than three texts, each shown for the interval. */
export function expectEach(ms: number, lasted: number[], slackMs: number): void {
  expect(lasted.length).toBeGreaterThan(3)
  for (const one of lasted) expect(Math.abs(one - ms), `${lasted}`).toBeLessThan(slackMs)
}
