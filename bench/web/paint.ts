/** How soon something is seen: on the first visit, and again when the service worker has the app. */
import { type Figure, median } from './figures.ts'
import type { Opened, Phone } from './phone.ts'
import { read } from './probes.ts'

const TRIES = 7
const PAINT_MS = 1_000
const PAINTED_WITHIN_MS = 15_000

type State = NonNullable<Parameters<Phone['open']>[0]>['state']

export async function firstPaints(phone: Phone, state: State): Promise<Figure[]> {
  const figures = []
  for (const [who, given] of [
    ['landing page', undefined],
    ['scan home', state],
  ] as const) {
    const cold: number[] = []
    const warm: number[] = []
    for (let n = 0; n < TRIES; n++) {
      const opened = await phone.open({ workers: true, ...(given && { state: given }) })
      cold.push(await paintOf(opened))
      await opened.page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
      await paintOf(opened)
      warm.push(await paintOf(opened))
      await opened.context.close()
    }
    figures.push(figure(`first contentful paint, ${who}, cold`, cold), figure(`${who}, warm`, warm))
  }
  return figures
}

async function paintOf({ page }: Opened): Promise<number> {
  await page.goto('/', { waitUntil: 'load' })
  await page.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' })
  for (let waited = 0; waited < PAINTED_WITHIN_MS; waited += 50) {
    const { firstPaint } = await read(page)
    if (firstPaint !== null) return firstPaint
    await page.waitForTimeout(50)
  }
  throw new Error(`nothing was painted within ${PAINTED_WITHIN_MS} ms`)
}

function figure(what: string, times: number[]): Figure {
  const worst = `worst of ${times.length}: ${Math.round(Math.max(...times))} ms`
  return { what, value: Math.round(median(times)), unit: 'ms', atMost: PAINT_MS, note: worst }
}
