/** First contentful paint: at the first visit, and again from the service worker. */
import { type Measurement, median } from './measurements.ts'
import type { Opened, Phone } from './phone.ts'
import { read } from './probes.ts'

const ATTEMPTS = 7
const PAINT_MS = 1_000
const PAINT_TIMEOUT_MS = 15_000

type State = NonNullable<Parameters<Phone['open']>[0]>['state']

export async function firstPaints(phone: Phone, state: State): Promise<Measurement[]> {
  const measurements = []
  for (const [screen, stored] of [
    ['landing page', undefined],
    ['scan home', state],
  ] as const) {
    const cold: number[] = []
    const warm: number[] = []
    for (let n = 0; n < ATTEMPTS; n++) {
      const opened = await phone.open({ workers: true, ...(stored && { state: stored }) })
      cold.push(await paintOf(opened))
      await opened.page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
      await paintOf(opened)
      warm.push(await paintOf(opened))
      await opened.context.close()
    }
    measurements.push(
      measurement(`first contentful paint, ${screen}, cold`, cold),
      measurement(`${screen}, warm`, warm),
    )
  }
  return measurements
}

async function paintOf({ page }: Opened): Promise<number> {
  await page.goto('/', { waitUntil: 'load' })
  await page.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' })
  for (let waited = 0; waited < PAINT_TIMEOUT_MS; waited += 50) {
    const { firstPaint } = await read(page)
    if (firstPaint !== null) return firstPaint
    await page.waitForTimeout(50)
  }
  throw new Error(`nothing was painted within ${PAINT_TIMEOUT_MS} ms`)
}

function measurement(what: string, times: number[]): Measurement {
  const worst = `worst of ${times.length}: ${Math.round(Math.max(...times))} ms`
  return { what, value: Math.round(median(times)), unit: 'ms', atMost: PAINT_MS, note: worst }
}
