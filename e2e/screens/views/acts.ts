/** User actions shared by the views. */
import { expect, type Page } from '@playwright/test'
import {
  detectContext,
  identifyBeer,
  parseMenu,
  type ScanContext,
  type SightedBeer,
  type SingleAnswer,
} from '#contracts'
import { answers, identifies } from '../answers.ts'
import type { Cast } from '../cast.ts'

export async function upload(page: Page, buffer: Buffer): Promise<void> {
  await page.goto('/')
  await page.getByLabel('Photo to upload').setInputFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer })
}

export const shutter = (page: Page) => page.getByRole('button', { name: /^Capture/ })

/** Opens the scan home with a live camera. */
export async function goLive(page: Page): Promise<void> {
  await page.goto('/')
  await shutter(page).click()
  await expect(page.getByText('CAM ACTIVE')).toBeVisible()
}

export async function open(page: Page, path: string, heading: string | RegExp): Promise<void> {
  await page.goto(path)
  await expect(page.getByRole('heading', { name: heading }).first()).toBeVisible()
}

/** Mocks the scene detection of the next photo. */
export async function sceneIs(page: Page, context: Exclude<ScanContext, 'auto'>, beerCount = 1): Promise<void> {
  const body = { context, confidence: 0.94, beerCount, textContent: context === 'menu' }
  await answers(page, detectContext, { status: 200, body })
}

/** Uploads a photo in which these beers are found. */
export async function uploadGroup(
  page: Page,
  { pictures, data }: Cast,
  context: 'menu' | 'fridge' | 'multiple_beers' | 'single_beer',
  beers: readonly SightedBeer[],
): Promise<void> {
  const scanId = context === 'menu' ? data.menu.id : data.fridge.id
  const title = context === 'menu' ? data.menu.title : null
  await sceneIs(page, context, beers.length)
  await answers(page, parseMenu, { status: 200, body: { scanId, beers: [...beers], title } })
  const group = { scanId, beers: [...beers], totalDetected: beers.length }
  await answers(page, identifyBeer, { status: 200, body: group })
  await upload(page, context === 'menu' ? pictures.menu : pictures.fridge)
}

/** The API's result for the regular's single photo. */
export function singleAnswer({ data }: Cast, given: Partial<SingleAnswer> = {}): SingleAnswer {
  const { single } = data
  if (!single.beer || !single.fieldConfidence) throw new Error('the single photo was not recognised')
  const { outcome, confidence, position, box, readText, count, price, size, section, ...beer } = single.beer
  return {
    scanId: single.id,
    outcome,
    beer,
    position,
    box,
    confidence: confidence ?? 0,
    fieldConfidence: single.fieldConfidence,
    alternatives: single.alternatives,
    readText,
    ...given,
  }
}

/** Uploads a photo in which this beer is found. */
export async function uploadSingle(page: Page, cast: Cast, answer: SingleAnswer): Promise<void> {
  await sceneIs(page, 'single_beer')
  await identifies(page, answer)
  await upload(page, cast.pictures.beer)
  await expect(page).toHaveURL(/\/results/)
}
