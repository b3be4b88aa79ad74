/** In forced colours, which drop backgrounds and shadows, the controls that consist of them are visible. */
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { THOROUGH } from '#testing/thorough.ts'
import { expect } from '../fixtures/app.ts'
import { test } from '../screens/stage.ts'
import { viewOf } from '../screens/views/index.ts'

test('the track of the rating slider', async ({ stage }) => {
  const check = async (page: Page) => {
    await page.emulateMedia({ forcedColors: 'active' })
    const box = await page.getByRole('slider', { name: 'Your rating' }).boundingBox()
    if (!box) throw new Error('no slider')
    // Left of the thumb, and inside the outline of the focus.
    const clip = { x: box.x + 10, y: box.y + box.height / 2 - 8, width: 20, height: 16 }
    const { channels } = await sharp(await page.screenshot({ clip })).stats()
    expect(Math.max(...channels.map(({ stdev }) => stdev))).toBeGreaterThan(20)
  }
  await stage.show(viewOf('Results', 'your rating'), check)
})

test('the box around the part of a photo', THOROUGH, async ({ stage }) => {
  const check = async (page: Page) => {
    await page.emulateMedia({ forcedColors: 'active' })
    const box = page.getByRole('button', { name: 'Part to read' })
    await expect(box).toHaveCSS('border-top-width', '2px')
    await expect(box).not.toHaveCSS('box-shadow', 'none')
  }
  await stage.show(viewOf('Scan home', 'Crop your photo'), check)
})

test('the button that saves the chosen beers, over the rows below it', THOROUGH, async ({ stage }) => {
  const check = async (page: Page) => {
    await page.emulateMedia({ forcedColors: 'active' })
    const strip = page.getByRole('button', { name: /^Save \d+ beers$/ }).locator('..')
    await expect(strip).not.toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')
  }
  await stage.show(viewOf('Menu', 'choosing several'), check)
})
