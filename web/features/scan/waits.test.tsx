import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { detectContext, getScan, identifyBeer, MENU_MESSAGE_STEPS, parseMenu } from '#contracts'
import { spec } from '#testing/spec.ts'
import { openApp } from '#web/testing/app.tsx'
import { aMenuScan } from '#web/testing/builders.ts'
import { installCamera } from '#web/testing/fake-camera.ts'
import { holdUploads } from '#web/testing/fake-upload.ts'
import { answers, hangs, requestsTo } from '#web/testing/network.ts'
import { expectEach, turns } from '#web/testing/rotation.ts'
import { t } from './overlays/texts.ts'

/** These tests simulate many seconds, which takes long on a busy machine. */
const LONG_MS = 20_000

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

async function openLive() {
  const { user } = openApp('/')
  await user.click(await screen.findByRole('button', { name: /^Capture/ }))
  await screen.findByText('CAM ACTIVE')
  return user
}

it('words change every three seconds while a menu is parsed, seven of them', {
  ...spec('2.5.10', '9.3.2', '9.3.3'),
  timeout: LONG_MS,
}, async () => {
  const user = await openLive()
  await user.click(screen.getByRole('button', { name: 'Menu' }))
  await screen.findByRole('dialog', { name: 'Parsing Menu' })
  const messages = t('parsingMessages').split('\n')
  const { words, lasted } = await turns(messages, 23_000)
  expect(words.slice(0, 8)).toEqual([...messages, messages[0]])
  expect([new Set(words).size, MENU_MESSAGE_STEPS]).toEqual([7, 7])
  expectEach(3_000, lasted, 200)
})

it('words change every 0.8 seconds while a fridge is identified', { ...spec('9.3.5'), timeout: LONG_MS }, async () => {
  const user = await openLive()
  await user.click(screen.getByRole('button', { name: 'Fridge' }))
  await user.click(screen.getByRole('button', { name: 'Capture Fridge' }))
  const messages = t('identifyingMessages').split('\n')
  await screen.findByText(messages[0] ?? '')
  const { lasted } = await turns(messages, 6_000)
  expectEach(800, lasted, 150)
})

it('polls a running scan every second', {
  ...spec('10.3.6'),
  timeout: LONG_MS,
}, async () => {
  answers(getScan, { status: 200, body: aMenuScan([], { status: 'processing', stage: 'looking for text' }) })
  const user = await openLive()
  await user.click(screen.getByRole('button', { name: 'Menu' }))
  await screen.findByText('Looking for text')
  const asked = requestsTo(getScan)
  for (let passed = 0; passed < 10_000; passed += 50) await vi.advanceTimersByTimeAsync(50)
  expect(asked.length).toBeGreaterThan(7)
  expect(asked.length).toBeLessThan(13)
})

it('asks for the scan of a photo only once it has arrived', async () => {
  const asked = requestsTo(getScan)
  const user = await openLive()
  const release = holdUploads()
  await user.click(screen.getByRole('button', { name: 'Menu' }))
  await screen.findByRole('dialog', { name: 'Parsing Menu' })
  await vi.advanceTimersByTimeAsync(5_000)
  expect(asked).toEqual([])
  release()
  await vi.advanceTimersByTimeAsync(2_000)
  await waitFor(() => expect(asked.length).toBeGreaterThan(0))
})
