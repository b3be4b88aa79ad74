/** Watches words that take turns on the screen, on fake timers. */
import { screen } from '@testing-library/react'
import { expect, vi } from 'vitest'

/** Which of the words stood there, one after the other, and for how long each. */
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
/** More than three turns, each as long as it should be. */
export function expectEach(ms: number, lasted: number[], slackMs: number): void {
  expect(lasted.length).toBeGreaterThan(3)
  for (const one of lasted) expect(Math.abs(one - ms), `${lasted}`).toBeLessThan(slackMs)
}
