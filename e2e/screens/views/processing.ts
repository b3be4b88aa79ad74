/** The wait for the result of a photo. */
import { expect } from '@playwright/test'
import { getScan, identifyBeer, parseMenu } from '#contracts'
import { answers, completesUploads, hangs, refuses } from '../answers.ts'
import type { View } from '../stage.ts'
import { sceneIs, upload } from './acts.ts'

export const PROCESSING: readonly View[] = [
  {
    screen: 'Processing',
    state: 'working',
    as: 'regular',
    async draw(page, { pictures, data }) {
      await sceneIs(page, 'menu')
      await hangs(page, parseMenu)
      await completesUploads(page)
      const reading = { ...data.menu, status: 'processing', stage: 'reading 14 of 32 lines', progressCurrent: 14 }
      await answers(page, getScan, { status: 200, body: { ...reading, progressTotal: 32 } })
      await upload(page, pictures.menu)
      await expect(page.getByText('reading 14 of 32 lines').first()).toBeVisible()
    },
  },
  {
    screen: 'Processing',
    state: 'no beer',
    as: 'regular',
    async draw(page, { pictures }) {
      await sceneIs(page, 'single_beer')
      await refuses(page, identifyBeer, 'no_beer', 'No beer detected')
      await upload(page, pictures.beer)
      const heading = page.getByRole('heading', { name: 'No beer detected' })
      await heading.dispatchEvent('pointerdown') // a touched message stays
    },
  },
  {
    screen: 'Processing',
    state: 'failed',
    as: 'regular',
    async draw(page, { pictures }) {
      await sceneIs(page, 'single_beer')
      await refuses(page, identifyBeer, 'scan_failed', 'Reading stopped unexpectedly.')
      await upload(page, pictures.beer)
      await page.getByRole('heading', { name: 'Processing failed' }).dispatchEvent('pointerdown')
    },
  },
]
