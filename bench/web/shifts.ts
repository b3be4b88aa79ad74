/** Measures layout shifts of a screen from its skeleton to its content. */
import type { DemoUser } from './demo-user.ts'
import type { Measurement } from './measurements.ts'
import type { Phone } from './phone.ts'
import { read } from './probes.ts'

const SHIFT_MAX = 0.02
/** Delay of answers, so that every skeleton is shown. */
const ANSWER_AFTER_MS = 700
const SETTLE_MS = 900

export async function shifts(phone: Phone, user: DemoUser): Promise<Measurement[]> {
  const [beer] = user.beers
  const screens = [
    '/',
    '/search',
    `/results?beer=${beer?.id}`,
    '/history',
    '/favorites',
    '/profile',
    '/menu-view',
    `/menu/${user.menuScanId}`,
    `/scan/${user.singleScanId}`,
    `/brewery/${beer?.breweryId}`,
    '/refresh',
    '/notification-preferences',
    '/export-data',
    '/about',
    '/privacy',
    '/terms',
    '/no-such-page',
  ]
  const measurements = [await shiftOf(phone, '/', undefined)]
  for (const address of screens) measurements.push(await shiftOf(phone, address, user.state))
  return measurements
}

async function shiftOf(phone: Phone, address: string, state: DemoUser['state'] | undefined): Promise<Measurement> {
  const { page, context } = await phone.open(state ? { state } : {})
  await page.route('**/api/**', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, ANSWER_AFTER_MS))
    await route.continue().catch(() => undefined) // The page may have been left.
  })
  await page.goto(address)
  await page.waitForLoadState('networkidle')
  await page.waitForTimeout(SETTLE_MS)
  const { shift, shifted } = await read(page)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await context.close()
  const name = state ? address.replace(/[\da-f-]{36}/, '{id}') : 'landing page'
  const worst = shifted.sort().at(-1)
  return { what: `layout shift, ${name}`, value: shift, unit: '', atMost: SHIFT_MAX, ...(worst && { note: worst }) }
}
