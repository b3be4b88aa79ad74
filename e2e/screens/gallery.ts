/** Takes screenshots of every view, dark and light; a view that cannot reach its state fails the run. */
import type { Page } from '@playwright/test'
import { test, titleOf, untilSettled } from './stage.ts'
import { THEMES, tileOf } from './tiles.ts'
import { VIEWS } from './views/index.ts'

for (const view of VIEWS) {
  test(titleOf(view), async ({ stage }) => {
    const takeScreenshots = async (page: Page) => {
      for (const colorScheme of THEMES) {
        await page.emulateMedia({ colorScheme })
        await untilSettled(page)
        await page.screenshot({ path: tileOf(colorScheme, view) })
      }
    }
    await stage.show(view, takeScreenshots, { pixelRatio: 2, motion: 'no-preference' })
  })
}
