/** The words on the live picture of the camera are readable, whatever it shows. */
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { expect } from '../fixtures/app.ts'
import { contrastsOf } from '../screens/contrast.ts'
import { looksAt } from '../screens/lens.ts'
import { test } from '../screens/stage.ts'
import { goLive, sceneIs } from '../screens/views/acts.ts'

/** The lowest contrast of text in WCAG 2 AA. */
const READABLE = 4.5
const SIZES = [
  { width: 390, height: 844 },
  { width: 320, height: 568 },
  { width: 1280, height: 800 },
]

for (const background of ['white', 'black']) {
  test(`the words on a ${background} picture have the contrast of readable text`, async ({ stage }) => {
    const picture = await sharp({ create: { width: 720, height: 1280, channels: 3, background } })
      .jpeg()
      .toBuffer()
    const draw = async (page: Page) => {
      await looksAt(page, picture)
      await sceneIs(page, 'single_beer')
      await goLive(page)
      await expect(page.getByRole('button', { name: /Single beer/ })).toBeVisible()
      // After a while: one more text to be read.
      if (background === 'black') await expect(page.getByText(/^Too dark/)).toBeVisible()
    }
    await stage.show({ screen: 'Scan home', state: background, as: 'regular', draw }, async (page) => {
      for (const size of SIZES) {
        await page.setViewportSize(size)
        const contrasts = await contrastsOf(page)
        expect([...contrasts.keys()]).toEqual(
          expect.arrayContaining(['Single beer · 94%', 'Menu', 'CAM ACTIVE', 'Search']),
        )
        const hardToRead = [...contrasts].filter(([, contrast]) => contrast < READABLE)
        expect(hardToRead, `${size.width} px wide`).toEqual([])
      }
    })
  })
}
