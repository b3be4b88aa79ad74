/** Measures the scan home with bubbles, live video and scene detection. */
import type { DemoUser } from './demo-user.ts'
import type { Measurement } from './measurements.ts'
import type { Phone } from './phone.ts'
import { countFrames, read, restart } from './probes.ts'

const MEASURED_MS = 20_000
const TASK_MAX_MS = 50

export async function scanHome(phone: Phone, user: DemoUser): Promise<Measurement[]> {
  const measurements = []
  for (const slowed of [phone.slowdown, 1]) {
    const { page, context } = await phone.open({ state: user.state, slowed })
    await page.goto('/')
    await page.getByRole('button', { name: /^Capture/ }).tap()
    await page.getByText('CAM ACTIVE').waitFor()
    await page.waitForTimeout(1_000)
    await countFrames(page)
    await restart(page)
    const start = performance.now()
    await page.waitForTimeout(MEASURED_MS)
    const { frames, longTasks, longWork } = await read(page)
    const seconds = (performance.now() - start) / 1000
    await context.close()
    const own = longWork.filter(({ ownScript }) => ownScript > TASK_MAX_MS)
    const note = own.map(({ ownScript, from }) => `${Math.round(ownScript)} ms ${from}`).join(', ')
    const what = `scan home live, ${slowed === 1 ? 'not slowed' : 'as fast as the phone'}`
    measurements.push(
      { what: `${what}: long tasks of our code`, value: own.length, unit: '', atMost: 0, note },
      { what: `${what}: all tasks over 50 ms`, value: longTasks.length, unit: `in ${Math.round(seconds)} s` },
      { what: `${what}: frames`, value: frames / seconds, unit: '/s' },
    )
  }
  return measurements
}
