/** Draws every screen in its main states, dark and light; a screen that cannot be brought to its state fails the run. */
import { isSettled, test, titleOf } from './stage.ts'
import { THEMES, tileOf } from './tiles.ts'
import { VIEWS } from './views/index.ts'

for (const view of VIEWS) {
  test(titleOf(view), async ({ stage }) => {
    await stage.show(view, async (page) => {
      for (const colorScheme of THEMES) {
        await page.emulateMedia({ colorScheme })
        await isSettled(page)
        await page.screenshot({ path: tileOf(colorScheme, view) })
      }
    })
  })
}
