/** Results on the user's own picture: pins link to their rows and back, and a wrong beer is corrected. */
import type { Locator, Page } from '@playwright/test'
import { parseMenu } from '#contracts'
import { fridgePositions, renderFridge, renderMenu } from '#testing/pictures/index.ts'
import { violationsOn } from '../fixtures/accessibility.ts'
import { cameraReady, expect, holdAnswer, SCAN_TIMEOUT_MS, test } from '../fixtures/app.ts'
import { someBeers } from '../fixtures/pictures.ts'

/** The camera shows the whole 4:3 picture in 16:9, with bars at its sides. */
const onCamera = ({ x, y }: { x: number; y: number }) => ({ x: 12.5 + x * 0.75, y })
/** Percent of the picture: about the width of a label. */
const TOLERANCE = 14

async function shootFridge(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Fridge', exact: true }).click()
  await page.getByRole('button', { name: /^Capture/ }).click()
  await cameraReady(page)
  await page.getByRole('button', { name: /^Capture/ }).click()
  const results = page.getByRole('dialog', { name: 'Fridge Scan Results' })
  await expect(results).toBeVisible({ timeout: SCAN_TIMEOUT_MS })
  return results
}

/** The position of a pin on its picture, in percent. */
async function positionOf(pin: Locator): Promise<{ x: number; y: number }> {
  return await pin.evaluate((element) => {
    const [left, top] = [element.style.left, element.style.top].map(Number.parseFloat)
    return { x: left ?? Number.NaN, y: top ?? Number.NaN }
  })
}

test('pins are placed on the beers, link to their rows and back, and a wrong beer is corrected', async ({
  openPhone,
  seed,
}) => {
  const beers = someBeers(seed, 5)
  const shown = beers.slice(0, 4)
  const right = beers[4]
  if (!right) throw new Error('no beer to correct to')
  console.log(`    ${shown.map((beer) => beer.name).join(', ')}, seed ${seed}`)
  const { page } = await openPhone({ at: await renderFridge({ beers: shown, seed }), isSignedIn: true })
  const results = await shootFridge(page)
  const picture = results.getByRole('group', { name: /^Your picture, \d+ pins?$/ })
  const pins = picture.getByRole('link')
  await expect(pins).toHaveCount(await results.getByRole('listitem').count())
  expect(await pins.count()).toBeGreaterThanOrEqual(2)

  const places = (await fridgePositions({ beers: shown, seed })).map(onCamera)
  for (const [index, beer] of shown.entries()) {
    const pin = pins
      .filter({ hasText: /./ })
      .and(results.getByRole('link', { name: new RegExp(`^\\d+: ${escaped(beer.name)}$`) }))
    if ((await pin.count()) === 0) continue
    const at = await positionOf(pin.first())
    const place = places[index]
    expect(
      Math.hypot(at.x - (place?.x ?? 0), at.y - (place?.y ?? 0)),
      `${beer.name} at ${JSON.stringify(at)}`,
    ).toBeLessThan(TOLERANCE + 12)
    expect(Math.abs(at.x - (place?.x ?? 0)), `${beer.name} across`).toBeLessThan(TOLERANCE)
  }

  await pins.nth(1).click()
  await expect(results.getByRole('link', { name: /^2 / })).toBeFocused()
  await results.getByRole('button', { name: /^Show 1 on your picture/ }).click()
  await expect(pins.first()).toBeFocused()
  await expect(picture.getByRole('button', { name: 'Whole picture' })).toHaveAttribute('aria-disabled', 'false')
  await page.keyboard.press('0')
  await expect(picture.getByRole('button', { name: 'Whole picture' })).toHaveAttribute('aria-disabled', 'true')
  expect(await violationsOn(page, { within: '[role=dialog]' })).toEqual([])
  // The checks may take longer than the overlay's auto-dismiss delay.
  if (!(await results.isVisible())) await page.getByRole('button', { name: /^Beer Menu/ }).click()

  await results
    .getByRole('button', { name: /^Not this beer\?/ })
    .first()
    .click()
  const correction = page.getByRole('dialog', { name: 'Not this beer?' })
  await correction.getByRole('searchbox').fill(`${right.brewery} ${right.name}`)
  await correction.getByRole('button', { name: right.name, exact: true }).first().click()
  await expect(page.getByText('Scan corrected', { exact: true })).toBeVisible()
  await expect(results.getByRole('link', { name: `1 ${right.name}` })).toBeVisible()
  await expect(picture.getByRole('link', { name: `1: ${right.name}` })).toBeVisible()

  await results.getByText('Close', { exact: true }).click()
  await page.goto('/history')
  await page.getByRole('article').getByRole('link').first().click()
  await expect(page).toHaveURL(/\/scan\//)
  await expect(page.getByRole('article').first()).toContainText(right.name)
  await expect(page.getByRole('group', { name: /^Your picture/ })).toHaveCount(0)
})

test('a fridge scan continues in the background while the camera is free', async ({ openPhone, seed }) => {
  const beers = someBeers(seed, 4)
  console.log(`    ${beers.map((beer) => beer.name).join(', ')}, seed ${seed}`)
  const { page } = await openPhone({ at: await renderFridge({ beers, seed }), isSignedIn: true })
  await page.getByRole('button', { name: 'Fridge', exact: true }).click()
  await page.getByRole('button', { name: /^Capture/ }).click()
  await cameraReady(page)
  const answer = await holdAnswer(page, parseMenu.path)
  await page.getByRole('button', { name: /^Capture/ }).click()
  await page.getByRole('button', { name: 'Next photo' }).click()
  await expect(page.getByRole('button', { name: /^Capture/ })).toBeEnabled()
  answer.release()
  await page.getByRole('button', { name: 'Show', exact: true }).click({ timeout: SCAN_TIMEOUT_MS })
  await expect(page).toHaveURL(/\/scan\//)
  await expect(page.getByRole('article').first()).toBeVisible()
})

test('a photo is reprocessed as another kind of scene without a second photo', async ({ openPhone, seed }) => {
  const beers = someBeers(seed, 6)
  console.log(`    ${beers.map((beer) => beer.name).join(', ')}, seed ${seed}`)
  const { page } = await openPhone({ isSignedIn: true })
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  const buffer = await renderMenu({ beers, seed })
  await (await chooser).setFiles({ name: 'menu.jpg', mimeType: 'image/jpeg', buffer })
  await expect(page).toHaveURL(/\/menu-view/, { timeout: SCAN_TIMEOUT_MS })
  await expect(page.getByRole('heading', { name: 'Scanned Menu' })).toBeVisible()
  const rows = page.getByRole('article')
  await expect(rows.first()).toBeVisible()
  const printed = await rows.count()

  await page.getByRole('button', { name: 'Show on your picture' }).click()
  const picture = page.getByRole('group', { name: /^Your picture/ })
  await expect(picture.getByRole('link')).toHaveCount(printed)
  await picture.getByRole('link').last().click()
  await expect(rows.last().getByRole('link').first()).toBeFocused()

  await page.getByRole('button', { name: 'Several beers' }).click()
  await expect(page).toHaveURL(/\/processing/)
  await expect(page).toHaveURL(/\/menu-view|\/results|\/camera|\/$/, { timeout: SCAN_TIMEOUT_MS })
  await page.goto('/history')
  await expect(page.getByRole('article')).toHaveCount(2)
})

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
