/** Measures the time from a tap or key press to the next frame. */
import type { Locator } from '@playwright/test'
import type { DemoUser } from './demo-user.ts'
import { type Measurement, median, percentile } from './measurements.ts'
import type { Opened, Phone } from './phone.ts'
import { read, restart } from './probes.ts'

const ROUNDS = 8
const INTERACTION_MS = 100
/** The browser does not resolve shorter durations. */
const SHORTEST_MS = 16
const SETTLE_MS = 350

export async function interactions(phone: Phone, user: DemoUser): Promise<Measurement[]> {
  const opened = await phone.open({ state: user.state })
  const { page } = opened
  const taps = new Map<string, number[]>()
  const note = async (what: string, act: () => Promise<unknown>) => {
    taps.set(what, [...(taps.get(what) ?? []), await durationOf(opened, act)])
  }
  const tap = async (what: string, target: Locator) => {
    const at = await middleOf(target)
    await note(what, () => page.touchscreen.tap(at.x, at.y))
  }
  const tab = (name: string) => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name })
  const [beer] = user.beers
  await page.goto('/')
  await page.getByRole('button', { name: /^Capture/ }).tap()
  await page.getByText('CAM ACTIVE').waitFor()
  for (let round = 0; round < ROUNDS; round++) {
    for (const name of ['Search', 'Favorites', 'Profile', 'Scan']) {
      await tap(`tab '${name}'`, tab(name))
      await page.waitForTimeout(SETTLE_MS)
    }
    await tap('mode', page.getByRole('button', { name: round % 2 === 0 ? 'Fridge' : 'Single', exact: true }))
    await tap('help of the scene', page.getByRole('main').getByRole('button', { expanded: false }).first())
    await tab('Search').tap()
    const box = page.getByRole('searchbox')
    await box.tap()
    for (const letter of 'pale') await note('search, a letter', () => page.keyboard.press(letter))
    await page.getByRole('heading', { name: 'Beers' }).waitFor()
    await tab('Favorites').tap()
    const heart = page.getByRole('button', { name: /^Remove .* from favorites$/ }).first()
    await heart.waitFor()
    await tap('heart', heart)
    const undo = page.getByRole('button', { name: 'Undo' })
    await undo.waitFor()
    await tap('undo', undo)
    await page.goto(`/results?beer=${beer?.id}`)
    const stores = page.getByRole('button', { name: 'Find Stores' })
    await stores.waitFor()
    await page.waitForTimeout(SETTLE_MS)
    await tap('open a sheet', stores)
    await page.getByRole('dialog').waitFor()
    await note('close a sheet', () => page.keyboard.press('Escape'))
    await page.goto('/')
    await page.getByRole('button', { name: /^Capture/ }).tap()
    await page.getByText('CAM ACTIVE').waitFor()
    await page.waitForTimeout(SETTLE_MS)
    await tap('shutter', page.getByRole('button', { name: /^Capture/ }))
    await page.waitForURL(/processing/)
    await page.goto('/')
    await page.getByRole('button', { name: /^Capture/ }).tap()
    await page.getByText('CAM ACTIVE').waitFor()
  }
  await opened.context.close()
  return [...taps].map(([what, times]) => ({
    what: `interaction, ${what}`,
    value: percentile(times, 0.75),
    unit: 'ms',
    atMost: INTERACTION_MS,
    note: `p75 of ${times.length}; median ${median(times)}, worst ${Math.max(...times)} ms`,
  }))
}

/** Where to tap: a locator's own tap would search the page for what is on top of it, which takes as long as the app does. */
async function middleOf(target: Locator): Promise<{ x: number; y: number }> {
  await target.tap({ trial: true })
  const box = await target.boundingBox()
  if (!box) throw new Error('nothing to tap')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

async function durationOf({ page }: Opened, act: () => Promise<unknown>): Promise<number> {
  await restart(page)
  await act()
  await page.waitForTimeout(SETTLE_MS)
  const seen = (await read(page)).interactions
  return Math.max(SHORTEST_MS, ...seen.map(({ duration }) => duration))
}
