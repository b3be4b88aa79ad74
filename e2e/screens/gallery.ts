/**
 * Takes screenshots of every view, dark and light; a view that cannot reach its state fails the run. With `SCREEN_WIDTHS` it
 * takes them at these widths, otherwise for the contact sheets.
 */
import type { Page } from '@playwright/test'
import { type Stage, test, titleOf, untilSettled, type View } from './stage.ts'
import { heightOf, THEMES, tileOf, widths, widthTileOf } from './tiles.ts'
import { VIEWS } from './views/index.ts'

for (const view of VIEWS) {
  test(titleOf(view), ({ stage }) => (widths().length > 0 ? drawAtWidths(stage, view) : drawTiles(stage, view)))
}

async function drawTiles(stage: Stage, view: View): Promise<void> {
  const draw = (page: Page) => drawThemes(page, (theme) => tileOf(theme, view))
  await stage.show(view, draw, { pixelRatio: 2, motion: 'no-preference' })
}

async function drawAtWidths(stage: Stage, view: View): Promise<void> {
  await stage.show(view, async (page) => {
    for (const width of widths()) {
      await page.setViewportSize({ width, height: heightOf(width) })
      await drawThemes(page, (theme) => widthTileOf(width, theme, view))
    }
  })
}

async function drawThemes(page: Page, fileOf: (theme: (typeof THEMES)[number]) => string): Promise<void> {
  for (const colorScheme of THEMES) {
    await page.emulateMedia({ colorScheme })
    await untilSettled(page)
    await page.screenshot({ path: fileOf(colorScheme) })
  }
}
