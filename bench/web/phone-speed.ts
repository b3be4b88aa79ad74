/**
 * How much Chromium has to be slowed down here to be as fast as a phone: machines differ, and the same one differs from day to day, so
 * that a fixed factor stands for another phone on each. Speed is an index of how often a second strings are built and arrays copied, as
 * Lighthouse defines it (computeBenchmarkIndex); Chromium's developer tools calibrate their presets to the same two phones.
 */
import type { Page } from '@playwright/test'
import { median } from './measurements.ts'

/** Indices of a phone of the middle class of 2020 (Pixel 5) and of a cheap one of 2022 (Moto G Power). */
export const PHONES = { mid: 1000, low: 264 } as const
export type PhoneClass = keyof typeof PHONES

const SAMPLES = 5
const CORRECTIONS = 3

/**
 * The factor that makes this machine as fast as the phone, and the index that it then has.
 *
 * @throws Error if the machine is slower than the phone: then nothing measured here says anything about it
 */
export async function slowdownTo(target: number, page: Page): Promise<{ slowed: number; index: number }> {
  const cdp = await page.context().newCDPSession(page)
  const indexAt = async (rate: number) => {
    await cdp.send('Emulation.setCPUThrottlingRate', { rate })
    const samples: number[] = []
    for (let sample = 0; sample < SAMPLES; sample++) samples.push(await page.evaluate(speedIndex))
    return median(samples)
  }
  await page.evaluate(speedIndex)
  let index = await indexAt(1)
  if (index < target) throw new Error(`this machine has the index ${Math.round(index)}, the phone ${target}`)
  let slowed = 1
  for (let correction = 0; correction < CORRECTIONS; correction++) {
    slowed = Math.max(1, slowed * (index / target))
    index = await indexAt(slowed)
  }
  return { slowed, index }
}

/** Runs in the page, a quarter of a second for each of the two; named functions in it would need the transpiler's help there. */
function speedIndex(): number {
  const HALF_MS = 250
  let start = performance.now()
  let texts = 0
  for (; performance.now() - start < HALF_MS; texts++) {
    let text = ''
    for (let letter = 0; letter < 10_000; letter++) text += 'a'
    if (text.length !== 10_000) throw new Error('a string of another length')
  }
  const textsPerMs = texts / (performance.now() - start)
  let from = Array.from({ length: 100_000 }, (_, at) => at)
  let to = [...from]
  let copies = 0
  start = performance.now()
  for (; copies % 10 > 0 || performance.now() - start < HALF_MS; copies++) {
    for (let at = 0; at < from.length; at++) to[at] = from[at] ?? 0
    ;[from, to] = [to, from]
  }
  const copiesPerMs = copies / (performance.now() - start)
  return (100 * (textsPerMs + copiesPerMs)) / 2
}
