/** A long history: its rows appear as the user scrolls, and Back and a reload lead to the same place in its older pages. */
import { randomUUID } from 'node:crypto'
import { listOlderScans, listScans, SCANS_PER_PAGE, type Scan } from '#contracts'
import { THOROUGH } from '#testing/thorough.ts'
import { expect } from '../fixtures/app.ts'
import { answers } from '../screens/answers.ts'
import { test } from '../screens/stage.ts'

const OLDER = 40
/** Hundreds of rows are drawn, on a slow machine as much work as the rest of the journey. */
const UNTIL_ALL_MS = 90_000

test('the older pages of a long history come back at the place where they were left', THOROUGH, async ({ stage }) => {
  const history = {
    screen: 'History',
    state: 'long',
    as: 'regular',
    async draw(page) {
      const scans: Scan[] = await (await page.request.get(listScans.path)).json()
      const [one] = scans
      if (!one) throw new Error('the regular has no scan')
      const copies = (count: number) => Array.from({ length: count }, () => ({ ...one, id: randomUUID() }))
      await answers(page, listScans, { status: 200, body: copies(SCANS_PER_PAGE) })
      await answers(page, listOlderScans, { status: 200, body: [...copies(OLDER - 1), one] })
      await page.goto('/history')
      await expect(page.getByRole('article').first()).toBeVisible()
    },
  } as const satisfies Parameters<typeof stage.show>[0]

  await stage.show(history, async (page) => {
    const rows = page.getByRole('article')
    const top = () => page.evaluate(() => Math.round(window.scrollY))
    const bottom = () => page.evaluate(() => window.scrollTo({ top: document.body.scrollHeight }))
    expect(await rows.count()).toBeLessThan(SCANS_PER_PAGE / 2)
    const older = page.getByRole('button', { name: 'Show older scans' })
    const untilAll = async (count: number) => {
      const toEnd = async () => {
        await bottom()
        return await rows.count()
      }
      await expect.poll(toEnd, { intervals: [50], timeout: UNTIL_ALL_MS }).toBe(count)
    }
    await untilAll(SCANS_PER_PAGE)
    await older.click()
    await untilAll(SCANS_PER_PAGE + OLDER)
    await rows.last().scrollIntoViewIfNeeded()
    const left = await top()

    await rows.last().getByRole('link').first().click()
    await expect(page).not.toHaveURL(/\/history/)
    await page.goBack()
    await expect(page).toHaveURL(/\/history\?older=1/)
    await expect.poll(top).toBe(left)
    await expect(rows.last()).toBeInViewport()

    await page.reload()
    await expect.poll(top).toBe(left)
    await expect(rows.last()).toBeInViewport()
  })
})
