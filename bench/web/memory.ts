/** Checks that memory stays flat over long use: heap, DOM nodes and open resources after forced garbage collection. */
import type { DemoUser } from './demo-user.ts'
import { type Measurement, slope } from './measurements.ts'
import type { Opened, Phone } from './phone.ts'
import { read, restart } from './probes.ts'

const ROUNDS = 100
const SAMPLE_EVERY = 10
/** Rounds before measuring, which fill caches. */
const WARM_UP = 20
const LAST_SAMPLES = 6
const HEAP_SLOPE_MAX_KB = 1
const NODES_SLOPE_MAX = 1

/**
 * Disables optimised compilation. Hot code is recompiled for hundreds of rounds, and the machine code counts as heap: 13 kB
 * per round at first, nothing in the end. Without it the heap contains only what the app holds.
 */
export const NO_MACHINE_CODE = ['--no-opt', '--no-maglev', '--no-sparkplug']

interface Sample {
  heapKb: number
  nodes: number
  detached: number
  listeners: number
  objectUrls: number
  tracks: number
}

export async function memoryOfNavigations(phone: Phone, user: DemoUser): Promise<Measurement[]> {
  const opened = await phone.open({ state: user.state, slowed: 1 })
  const { page } = opened
  const tab = (name: string) => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).tap()
  await page.goto('/')
  const samples = await sampled(opened, async (round) => {
    const name = ['Search', 'Favorites', 'Profile', 'Scan'][round % 4] ?? 'Scan'
    await tab(name)
    if (name === 'Favorites') await page.getByRole('article').first().waitFor()
    else await page.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' })
  })
  await opened.context.close()
  return measurementsOf('navigations', samples)
}

/** Mocked answers: the app is measured, and real recognition takes a second. */
export async function memoryOfCaptures(phone: Phone, user: DemoUser): Promise<Measurement[]> {
  const opened = await phone.open({ state: user.state, slowed: 1 })
  const { page } = opened
  const [beer] = user.beers
  const body = { context: 'single_beer', confidence: 0.9, beerCount: 1, textContent: true }
  await page.route('**/api/detect-context', (route) => route.fulfill({ json: body }))
  await page.route('**/api/identify-beer', async (route) => {
    const scanId = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/.exec(route.request().postData() ?? '')?.[0]
    const fieldConfidence = { brewery: 90, name: 90, style: 90, abv: 90 }
    const found = { scanId, beer, position: { x: 50, y: 50 }, confidence: 90, fieldConfidence }
    await route.fulfill({ json: { ...found, alternatives: [], readText: [] } })
  })
  await page.goto('/')
  await page.getByRole('button', { name: /^Capture/ }).tap()
  await page.getByText('CAM ACTIVE').waitFor()
  const samples = await sampled(opened, async () => {
    await page.getByRole('button', { name: /^Capture/ }).tap()
    await page.waitForURL(/results/)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Scan' }).tap()
    await page.getByText('CAM ACTIVE').waitFor()
    await page.waitForFunction(() => (document.querySelector('video')?.videoWidth ?? 0) > 0)
  })
  await opened.context.close()
  return measurementsOf('captures', samples)
}

async function sampled(opened: Opened, round: (round: number) => Promise<unknown>): Promise<Sample[]> {
  const samples: Sample[] = []
  for (let n = 0; n <= WARM_UP + ROUNDS; n++) {
    if (n >= WARM_UP && (n - WARM_UP) % SAMPLE_EVERY === 0) samples.push(await sample(opened))
    await round(n)
  }
  return samples
}

async function sample({ page, cdp }: Opened): Promise<Sample> {
  await page.waitForTimeout(300)
  // The collected data is memory too, but not the app's.
  await restart(page)
  await cdp.send('HeapProfiler.enable')
  await cdp.send('HeapProfiler.collectGarbage')
  await cdp.send('HeapProfiler.collectGarbage')
  await cdp.send('Performance.enable')
  const { metrics } = await cdp.send('Performance.getMetrics')
  const metric = (name: string) => metrics.find((one) => one.name === name)?.value ?? Number.NaN
  const attached = await page.evaluate(() => {
    const walker = document.createTreeWalker(document)
    let count = 1
    while (walker.nextNode()) count += 1
    return count
  })
  const { objectUrls, tracks } = await read(page)
  return {
    heapKb: metric('JSHeapUsedSize') / 1_000,
    nodes: metric('Nodes'),
    detached: metric('Nodes') - attached,
    listeners: metric('JSEventListeners'),
    objectUrls,
    tracks,
  }
}

function measurementsOf(what: string, samples: readonly Sample[]): Measurement[] {
  const of = (key: keyof Sample) => samples.map((one) => one[key])
  const range = (key: keyof Sample) => `first ${Math.round(of(key)[0] ?? 0)}, last ${Math.round(of(key).at(-1) ?? 0)}`
  // Warming code uses memory for a while; a leak continues to the end.
  const rise = (key: keyof Sample) => slope(of(key).slice(-LAST_SAMPLES)) / SAMPLE_EVERY
  const over = `${ROUNDS} ${what}`
  return [
    {
      what: `${over}: heap`,
      value: rise('heapKb'),
      unit: 'kB each',
      atMost: HEAP_SLOPE_MAX_KB,
      note: `${range('heapKb')} kB`,
    },
    { what: `${over}: nodes`, value: rise('nodes'), unit: 'each', atMost: NODES_SLOPE_MAX, note: range('nodes') },
    {
      what: `${over}: detached nodes`,
      value: rise('detached'),
      unit: 'each',
      atMost: NODES_SLOPE_MAX,
      note: range('detached'),
    },
    {
      what: `${over}: listeners`,
      value: rise('listeners'),
      unit: 'each',
      atMost: NODES_SLOPE_MAX,
      note: range('listeners'),
    },
    { what: `${over}: open object URLs`, value: Math.max(...of('objectUrls')), unit: '', atMost: 2 },
    { what: `${over}: live camera tracks`, value: Math.max(...of('tracks')), unit: '', atMost: 1 },
  ]
}
