/** The scan home: the camera in each of its states, and the overlays. */
import { expect } from '@playwright/test'
import { identifyBeer, parseMenu } from '#contracts'
import { answers, hangs, refuses } from '../answers.ts'
import { hasNone, isInsecure, keepsAsking, looksAt, refusesWith } from '../lens.ts'
import type { View } from '../stage.ts'
import { goLive, sceneIs, shutter, singleAnswer, upload, uploadGroup } from './acts.ts'

const screen = 'Scan home'
const as = 'regular'

export const SCAN_HOME: readonly View[] = [
  {
    screen,
    state: 'camera off',
    as: 'newcomer',
    async draw(page) {
      await page.goto('/')
      await expect(page.getByText('CAM STANDBY')).toBeVisible()
    },
  },
  {
    screen,
    state: 'asking',
    as,
    async draw(page) {
      await keepsAsking(page)
      await page.goto('/')
      await shutter(page).click()
      await expect(page.getByText('Starting the camera…')).toBeVisible()
    },
  },
  {
    screen,
    state: 'live',
    as,
    async draw(page, { pictures }) {
      await looksAt(page, pictures.beer)
      await sceneIs(page, 'single_beer')
      await goLive(page)
      await expect(page.getByRole('button', { name: /Single beer/ })).toBeVisible()
    },
  },
  {
    screen,
    state: 'live, fridge',
    as,
    async draw(page, { pictures }) {
      await looksAt(page, pictures.fridge)
      await sceneIs(page, 'multiple_beers', 6)
      await goLive(page)
      await expect(page.getByRole('button', { name: 'Capture 6 Beers' })).toBeVisible()
    },
  },
  ...(
    [
      ['denied', 'NotAllowedError', 'The camera is blocked'],
      ['busy', 'NotReadableError', 'The camera is busy'],
      ['missing', 'NotFoundError', 'No camera found'],
    ] as const
  ).map(
    ([state, error, heading]): View => ({
      screen,
      state,
      as,
      async draw(page) {
        await refusesWith(page, error)
        await page.goto('/')
        await shutter(page).click()
        await expect(page.getByRole('heading', { name: heading })).toBeVisible()
      },
    }),
  ),
  {
    screen,
    state: 'plain http',
    as,
    async draw(page) {
      await isInsecure(page)
      await page.goto('/')
      await shutter(page).click()
      await expect(page.getByText('The live view needs a secure connection')).toBeVisible()
    },
  },
  {
    screen,
    state: 'unsupported',
    as,
    async draw(page) {
      await hasNone(page)
      await page.goto('/')
      await shutter(page).click()
      await expect(page.getByRole('heading', { name: 'No live camera here' })).toBeVisible()
    },
  },
  {
    screen,
    state: 'help',
    as,
    async draw(page, { pictures }) {
      await looksAt(page, pictures.beer)
      await goLive(page)
      await page.getByRole('button', { name: /Single beer|Point at/ }).click()
      await expect(page.getByRole('heading', { name: 'How to get a good photo' })).toBeVisible()
    },
  },
  {
    screen,
    state: 'no beer detected',
    as,
    async draw(page, { pictures }) {
      await sceneIs(page, 'single_beer')
      await refuses(page, identifyBeer, 'no_beer', 'No beer detected')
      await upload(page, pictures.beer)
      await expect(page.getByRole('button', { name: 'Try this photo again' })).toBeVisible()
    },
  },
  {
    screen,
    state: 'Crop your photo',
    as,
    async draw(page, { pictures }) {
      await sceneIs(page, 'single_beer')
      await refuses(page, identifyBeer, 'no_beer', 'No beer detected')
      await upload(page, pictures.beer)
      await page.getByRole('button', { name: 'Try this photo again' }).waitFor()
      await page.getByRole('button', { name: 'Crop this photo' }).click()
      await expect(page.getByRole('button', { name: 'Part to read' })).toBeVisible()
    },
  },
  {
    screen,
    state: 'identifying',
    as,
    async draw(page, { pictures }) {
      await looksAt(page, pictures.fridge)
      await hangs(page, identifyBeer)
      await goLive(page)
      await page.getByRole('button', { name: 'Fridge', exact: true }).click()
      await shutter(page).click()
      await expect(page.getByRole('button', { name: 'Cancel' })).toBeVisible()
    },
  },
  {
    screen,
    state: 'Parsing Menu',
    as,
    async draw(page, { pictures }) {
      await looksAt(page, pictures.menu)
      await hangs(page, parseMenu)
      await goLive(page)
      await page.getByRole('button', { name: 'Menu', exact: true }).click()
      await expect(page.getByRole('dialog', { name: 'Parsing Menu' })).toBeVisible()
    },
  },
  {
    screen,
    state: 'Fridge Scan Results',
    as,
    async draw(page, { pictures }) {
      await looksAt(page, pictures.fridge)
      await goLive(page)
      await page.getByRole('button', { name: 'Fridge', exact: true }).click()
      await shutter(page).click()
      await expect(page.getByRole('dialog', { name: 'Fridge Scan Results' })).toBeVisible({ timeout: 40_000 })
    },
  },
  {
    screen,
    state: 'Beer Menu',
    as,
    async draw(page, cast) {
      await uploadGroup(page, cast, 'menu', cast.data.menuBeers)
      await expect(page.getByRole('heading', { name: 'Scanned Menu' })).toBeVisible()
      await page.getByRole('link', { name: 'Scan', exact: true }).click()
      await page.getByRole('button', { name: /^Beer Menu/ }).click()
      await expect(page.getByRole('dialog', { name: 'Beer Menu' })).toBeVisible()
    },
  },
  {
    screen,
    state: 'BEER IDENTIFIED',
    as,
    async draw(page, cast) {
      await looksAt(page, cast.pictures.beer)
      await answers(page, identifyBeer, { status: 200, body: singleAnswer(cast) })
      await goLive(page)
      await page.getByRole('button', { name: /Single beer|Point at/ }).click()
      await page.getByRole('switch', { name: 'Auto-scan' }).click()
      await page.getByRole('button', { name: /Single beer|Point at/ }).click()
      const card = page.getByRole('region', { name: 'BEER IDENTIFIED' })
      await expect(card).toBeVisible()
      // A touched card is not auto-dismissed.
      await card.hover()
    },
  },
]
