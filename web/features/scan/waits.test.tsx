import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { detectContext, identifyBeer, parseMenu } from '#contracts'
import { TEXTS as PROCESSING } from '#web/features/processing/texts.ts'
import { aPhoto, openApp } from '#web/testing/app.tsx'
import { installCamera } from '#web/testing/fake-camera.ts'
import { answers, hangs } from '#web/testing/network.ts'
import { TEXTS } from './texts.ts'

beforeEach(() => {
  installCamera()
  answers(detectContext, {
    status: 200,
    body: { context: 'single_beer', confidence: 0.92, beerCount: 1, textContent: false },
  })
  hangs(identifyBeer)
  hangs(parseMenu)
  vi.useFakeTimers({ shouldAdvanceTime: true })
})
afterEach(() => vi.useRealTimers())

/** Which of the words stood there, one after the other, and for how long each. */
async function turns(words: readonly string[], passMs: number) {
  const seen: { word: string; since: number }[] = []
  for (let passed = 0; passed < passMs; passed += 25) {
    const word = words.find((one) => screen.queryByText(one) !== null)
    if (word && seen.at(-1)?.word !== word) seen.push({ word, since: Date.now() })
    await vi.advanceTimersByTimeAsync(25)
  }
  const lasted = seen.slice(1).map(({ since }, index) => since - (seen[index]?.since ?? 0))
  return { words: seen.map(({ word }) => word), lasted: lasted.slice(1) }
}
function expectEach(ms: number, lasted: number[], slackMs: number): void {
  expect(lasted.length).toBeGreaterThan(3)
  for (const one of lasted) expect(Math.abs(one - ms), `${lasted}`).toBeLessThan(slackMs)
}

async function openLive() {
  const { user } = openApp('/')
  await user.click(await screen.findByRole('button', { name: /^Capture/ }))
  await screen.findByText('CAM ACTIVE')
  return user
}

it('words change every three seconds while a menu is parsed, seven of them', async () => {
  const user = await openLive()
  await user.click(screen.getByRole('button', { name: 'Menu' }))
  await screen.findByRole('dialog', { name: 'Parsing Menu' })
  const { words, lasted } = await turns(TEXTS.parsingMessages, 23_000)
  expect(words.slice(0, 8)).toEqual([...TEXTS.parsingMessages, TEXTS.parsingMessages[0]])
  expect(new Set(words).size).toBe(7)
  expectEach(3_000, lasted, 200)
})

it('words change every 0.8 seconds while a fridge is identified', async () => {
  const user = await openLive()
  await user.click(screen.getByRole('button', { name: 'Fridge' }))
  await user.click(screen.getByRole('button', { name: 'Capture Fridge' }))
  await screen.findByText(TEXTS.identifyingMessages[0])
  const { lasted } = await turns(TEXTS.identifyingMessages, 6_000)
  expectEach(800, lasted, 150)
})

it('words change every second on the processing screen, six of them', async () => {
  const { user } = openApp('/')
  await user.upload(await screen.findByLabelText('Photo to upload'), aPhoto())
  await screen.findByText(PROCESSING.messages[0])
  const { words, lasted } = await turns(PROCESSING.messages, 8_000)
  expect(words.slice(0, 6)).toEqual(PROCESSING.messages)
  expect(new Set(words).size).toBe(6)
  expectEach(1_000, lasted, 150)
})
