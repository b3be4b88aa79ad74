/** Views of a photo's result: the wait, the beer, the menu, the scan. */
import { expect } from '@playwright/test'
import {
  type Beer,
  getBeer,
  getScan,
  getSharedScan,
  identifyBeer,
  listFavorites,
  parseMenu,
  type Scan,
  type SightedBeer,
  similarBeers,
} from '#contracts'
import { answers, hangs, refuses } from '../answers.ts'
import type { Cast } from '../cast.ts'
import type { View } from '../stage.ts'
import { open, sceneIs, singleAnswer, upload, uploadGroup, uploadSingle } from './acts.ts'

const as = 'regular'

const PROCESSING: readonly View[] = [
  {
    screen: 'Processing',
    state: 'working',
    as,
    async draw(page, { pictures, data }) {
      await sceneIs(page, 'menu')
      await hangs(page, parseMenu)
      const reading = { ...data.menu, status: 'processing', stage: 'reading 14 of 32 lines', progressCurrent: 14 }
      await answers(page, getScan, { status: 200, body: { ...reading, progressTotal: 32 } })
      await upload(page, pictures.menu)
      await expect(page.getByText('reading 14 of 32 lines').first()).toBeVisible()
    },
  },
  {
    screen: 'Processing',
    state: 'no beer',
    as,
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
    as,
    async draw(page, { pictures }) {
      await sceneIs(page, 'single_beer')
      await refuses(page, identifyBeer, 'scan_failed', 'Reading stopped unexpectedly.')
      await upload(page, pictures.beer)
      await page.getByRole('heading', { name: 'Processing failed' }).dispatchEvent('pointerdown')
    },
  },
]

/** A beer read from a label that is not in the catalogue. */
function unlisted(cast: Cast): Beer {
  return {
    ...singleAnswer(cast).beer,
    name: 'Noc Świętokrzyska z Beczki po Bourbonie',
    brewery: 'Browar Świętokrzyskie Wzgórza',
    breweryId: null,
    style: 'Imperial Stout',
    abv: 11.5,
    ibu: null,
    rating: 78.2,
    ratingOrigin: 'style',
    ratingCount: null,
    description: null,
    imageUrl: null,
    listed: false,
    place: null,
    srm: 38,
  }
}

const RESULTS: readonly View[] = [
  {
    screen: 'Results',
    state: 'listed',
    as,
    async draw(page, { pictures }) {
      await upload(page, pictures.beer)
      await expect(page).toHaveURL(/\/results/, { timeout: 40_000 })
      await expect(page.getByRole('button', { name: 'Find Stores' })).toBeVisible()
    },
  },
  {
    screen: 'Results',
    state: 'new to us',
    as,
    async draw(page, cast) {
      const beer = unlisted(cast)
      await answers(page, getBeer, { status: 200, body: beer })
      await page.goto(`/results?beer=${beer.id}`)
      await expect(page.getByRole('heading', { name: beer.name })).toBeVisible()
    },
  },
  {
    screen: 'Results',
    state: 'new',
    as,
    async draw(page, cast) {
      const beer = unlisted(cast)
      const alternatives = cast.data.beers.slice(1, 3).map((beer, index) => ({ beer, confidence: 29 - index * 6 }))
      await uploadSingle(page, cast, singleAnswer(cast, { outcome: 'new', beer, confidence: 45, alternatives }))
      await expect(page.getByLabel('Name on the label')).toHaveValue(beer.name)
      await expect(page.getByRole('img', { name: 'Your photo of the label' })).toBeVisible()
    },
  },
  {
    screen: 'Results',
    state: 'doubtful',
    as,
    async draw(page, cast) {
      const alternatives = cast.data.beers.slice(1, 4).map((beer, index) => ({ beer, confidence: 49 - index * 6 }))
      await uploadSingle(page, cast, singleAnswer(cast, { outcome: 'ask', confidence: 52, alternatives }))
      await expect(page.getByRole('heading', { name: 'Which one is it?' })).toBeVisible()
    },
  },
  {
    screen: 'Results',
    state: 'Not this beer?',
    as,
    async draw(page, cast) {
      const alternatives = cast.data.beers.slice(1, 4).map((beer, index) => ({ beer, confidence: 49 - index * 6 }))
      await uploadSingle(page, cast, singleAnswer(cast, { confidence: 62, alternatives }))
      await page.getByRole('button', { name: 'Not this beer?' }).click()
      await expect(page.getByRole('dialog', { name: 'Not this beer?' })).toBeVisible()
    },
  },
  {
    screen: 'Results',
    state: 'Show on your picture',
    as,
    async draw(page, { pictures }) {
      await upload(page, pictures.beer)
      await expect(page).toHaveURL(/\/results/, { timeout: 40_000 })
      await page.getByRole('button', { name: 'Show on your picture' }).click()
      await expect(page.getByRole('button', { name: 'Hide the picture' })).toBeVisible()
      const picture = page.getByRole('region', { name: 'Your picture' })
      await picture.evaluate((element) => element.scrollIntoView({ block: 'center' }))
    },
  },
  {
    screen: 'Results',
    state: 'your rating',
    as,
    async draw(page, { data }) {
      await page.goto(`/results?beer=${data.beers[0]?.id}`)
      await page.getByRole('button', { name: 'Rate this beer' }).click()
      await page.getByRole('slider', { name: 'Your rating' }).fill('88')
      await expect(page.getByRole('button', { name: 'Save 88' })).toBeVisible()
    },
  },
  {
    screen: 'Results',
    state: 'Find Stores',
    as,
    async draw(page, { data }) {
      await page.goto(`/results?beer=${data.beers[1]?.id}`)
      await page.getByRole('button', { name: 'Find Stores' }).click()
      await expect(page.getByRole('dialog', { name: 'Find Stores' })).toBeVisible()
    },
  },
  {
    screen: 'Results',
    state: 'pouring',
    as,
    async draw(page, { data }) {
      const [, , beer] = data.beers
      if (!beer) throw new Error('no beer')
      await answers(page, listFavorites, { status: 200, body: [] })
      await answers(page, getBeer, { status: 200, body: { ...beer, rating: 0, ratingOrigin: null, ratingCount: null } })
      await page.goto(`/results?beer=${beer.id}`)
      await expect(page.getByText('pouring…').first()).toBeVisible()
    },
  },
  {
    screen: 'Results',
    state: 'loading',
    as,
    async draw(page, { data }) {
      await hangs(page, getBeer)
      await hangs(page, similarBeers)
      await page.goto(`/results?beer=${data.single.beerId}`)
      await expect(page.getByRole('status').filter({ hasText: 'Loading beer' })).toBeAttached()
    },
  },
  {
    screen: 'Results',
    state: 'failed',
    as,
    async draw(page, { data }) {
      await refuses(page, getBeer, 'unavailable', 'The database is starting.')
      await open(page, `/results?beer=${data.single.beerId}`, 'Failed to get beer')
    },
  },
  {
    screen: 'Results',
    state: 'not found',
    as,
    draw: (page) => open(page, '/results?beer=2147483000', 'Beer Not Found'),
  },
]

/** The second beer is one of several. */
const askedSecond = (beers: readonly SightedBeer[]): SightedBeer[] =>
  beers.map((beer, index) => (index === 1 ? { ...beer, outcome: 'ask', confidence: 54 } : beer))

const pendingAfter = (beers: readonly SightedBeer[], rated: number): SightedBeer[] =>
  beers.map((beer, index) => (index < rated ? beer : { ...beer, rating: 0, ratingOrigin: null, ratingCount: null }))

const MENU: readonly View[] = [
  {
    screen: 'Menu',
    state: 'Scanned Menu',
    as,
    async draw(page, { pictures }) {
      await upload(page, pictures.menu)
      await expect(page.getByRole('heading', { name: 'Scanned Menu' })).toBeVisible({ timeout: 60_000 })
      await expect(page.getByRole('article').first()).toBeVisible()
    },
  },
  ...(
    [
      ['Beer Fridge', 'fridge'],
      ['Multiple Beers', 'multiple_beers'],
      ['Scanned Results', 'single_beer'],
    ] as const
  ).map(
    ([title, context]): View => ({
      screen: 'Menu',
      state: title,
      as,
      async draw(page, cast) {
        await uploadGroup(page, cast, context, cast.data.fridgeBeers)
        await expect(page.getByRole('heading', { name: title })).toBeVisible()
      },
    }),
  ),
  {
    screen: 'Menu',
    state: 'Which one?',
    as,
    async draw(page, cast) {
      await uploadGroup(page, cast, 'menu', askedSecond(cast.data.menuBeers))
      await expect(page.getByRole('button', { name: /^Which one\?/ })).toBeVisible()
    },
  },
  {
    screen: 'Menu',
    state: 'Which one is it?',
    as,
    async draw(page, cast) {
      await uploadGroup(page, cast, 'menu', askedSecond(cast.data.menuBeers))
      await page.getByRole('button', { name: /^Which one\?/ }).click()
      await expect(page.getByRole('dialog', { name: 'Which one is it?' })).toBeVisible()
    },
  },
  {
    screen: 'Menu',
    state: 'Analyzing Image',
    as,
    async draw(page, { pictures }) {
      await sceneIs(page, 'menu')
      await hangs(page, parseMenu)
      await upload(page, pictures.menu)
      await expect(page).toHaveURL(/\/processing/)
      await page.evaluate(() => history.pushState(null, '', '/menu-view'))
      await expect(page.getByRole('heading', { name: 'Analyzing Image' })).toBeVisible()
    },
  },
  {
    screen: 'Menu',
    state: 'ratings pending',
    as,
    async draw(page, cast) {
      const [first] = cast.data.beers
      if (!first) throw new Error('no beer')
      await answers(page, getBeer, { status: 200, body: { ...first, rating: 0, ratingOrigin: null } })
      await uploadGroup(page, cast, 'menu', pendingAfter(cast.data.menuBeers, 3))
      await expect(page.getByText(/Pouring the ratings/)).toBeVisible()
    },
  },
  {
    screen: 'Menu',
    state: 'Show on your picture',
    as,
    async draw(page, { pictures }) {
      await upload(page, pictures.menu)
      await expect(page.getByRole('heading', { name: 'Scanned Menu' })).toBeVisible({ timeout: 60_000 })
      await page.getByRole('button', { name: 'Show on your picture', exact: true }).click()
      await expect(page.getByRole('region', { name: 'Your picture' })).toBeVisible()
    },
  },
  {
    screen: 'Menu',
    state: 'several pages',
    as,
    async draw(page, { data }) {
      const { id, progressCurrent, progressTotal } = data.menu
      const page1 = { id, number: 1, status: 'completed', progressCurrent, progressTotal, stage: null, failure: null }
      const pages = [
        { ...page1, beers: data.menuBeers.length },
        {
          ...page1,
          id: `${id.slice(0, -1)}2`,
          number: 2,
          status: 'processing',
          stage: 'reading 14 of 32 lines',
          beers: 0,
        },
        {
          ...page1,
          id: `${id.slice(0, -1)}3`,
          number: 3,
          status: 'failed',
          failure: 'The picture is too blurred.',
          beers: 0,
        },
      ]
      await answers(page, getScan, { status: 200, body: { ...data.menu, pages } })
      await open(page, `/menu/${id}`, 'Shared Menu')
      const list = page.getByRole('region', { name: 'Pages of this menu' })
      await list.evaluate((element) => element.scrollIntoView({ block: 'center' }))
    },
  },
  {
    screen: 'Menu',
    state: 'Pick for me',
    as,
    async draw(page, cast) {
      await uploadGroup(page, cast, 'menu', cast.data.menuBeers)
      await page.getByRole('button', { name: 'Pick for me' }).click()
      await expect(page.getByText('Picked for you')).toBeVisible()
    },
  },
  {
    screen: 'Menu',
    state: 'filter',
    as,
    async draw(page, cast) {
      await uploadGroup(page, cast, 'menu', cast.data.menuBeers)
      await page.getByRole('button', { name: 'Filter', exact: true }).click()
      await expect(page.getByRole('dialog', { name: 'Filter beers' })).toBeVisible()
    },
  },
  {
    screen: 'Menu',
    state: 'choosing several',
    as,
    async draw(page, cast) {
      await answers(page, listFavorites, { status: 200, body: [] })
      await uploadGroup(page, cast, 'menu', cast.data.menuBeers)
      await page.getByRole('button', { name: 'Select' }).click()
      for (const index of [0, 1]) await page.getByRole('checkbox').nth(index).check()
      await expect(page.getByRole('button', { name: 'Save 2 beers' })).toBeVisible()
    },
  },
  {
    screen: 'Menu',
    state: 'Loading Menu',
    as,
    async draw(page, { data }) {
      await hangs(page, getScan)
      await open(page, `/menu/${data.menu.id}`, 'Loading Menu')
    },
  },
  {
    screen: 'Menu',
    state: 'Shared Menu, own',
    as,
    draw: (page, { data }) => open(page, `/menu/${data.menu.id}`, 'Shared Menu'),
  },
  {
    screen: 'Menu',
    state: 'Shared Menu, a friend’s',
    as: 'newcomer',
    draw: (page, { data }) => open(page, `/menu/${data.menu.id}?share=${data.shareToken}`, 'Shared Menu'),
  },
  {
    screen: 'Menu',
    state: 'no beers',
    as,
    async draw(page, { data }) {
      await answers(page, getScan, { status: 200, body: { ...data.menu, menuData: '[]', shareToken: null } })
      await open(page, `/menu/${data.menu.id}`, 'No beers found in menu')
    },
  },
  {
    screen: 'Menu',
    state: 'nothing scanned',
    as: 'newcomer',
    draw: (page) => open(page, '/menu-view', 'Nothing scanned yet'),
  },
  {
    screen: 'Menu',
    state: 'failed',
    as,
    async draw(page, { data }) {
      await refuses(page, getScan, 'unavailable', 'The database is starting.')
      await open(page, `/menu/${data.menu.id}`, 'Failed to fetch scan')
    },
  },
  {
    screen: 'Menu',
    state: 'not shared',
    as: 'newcomer',
    async draw(page, { data }) {
      await refuses(page, getSharedScan, 'not_found', 'Not found')
      await open(page, `/menu/${data.menu.id}?share=gone`, 'Menu Not Found')
    },
  },
]

async function showScan(page: Parameters<View['draw']>[0], scan: Scan, title: string): Promise<void> {
  await answers(page, getScan, { status: 200, body: scan })
  await open(page, `/scan/${scan.id}`, title)
}

const SCAN_STATUS: readonly View[] = [
  {
    screen: 'Scan status',
    state: 'processing',
    as,
    async draw(page, { data }) {
      const [first, second] = data.fridgeBeers
      const beers = [first, second].filter((beer) => beer !== undefined)
      const stage = 'reading label 3 of 6'
      const progress = { status: 'processing', stage, progressCurrent: 2, progressTotal: 6, detected: null }
      const scan = { ...data.fridge, ...progress, menuData: JSON.stringify(beers) }
      await showScan(page, scan, 'Processing Scan')
    },
  },
  {
    screen: 'Scan status',
    state: 'completed, group',
    as,
    draw: (page, { data }) => open(page, `/scan/${data.fridge.id}`, 'Scan Complete'),
  },
  {
    screen: 'Scan status',
    state: 'completed, single',
    as,
    draw: (page, { data }) => open(page, `/scan/${data.single.id}`, 'Scan Complete'),
  },
  {
    screen: 'Scan status',
    state: 'completed, doubtful',
    as,
    async draw(page, { data }) {
      const { beer } = data.single
      if (!beer) throw new Error('the single photo was not read')
      const alternatives = data.beers.slice(1, 4).map((one, index) => ({ beer: one, confidence: 49 - index * 6 }))
      await showScan(
        page,
        { ...data.single, beer: { ...beer, outcome: 'ask', confidence: 52 }, alternatives },
        'Scan Complete',
      )
      await expect(page.getByRole('group', { name: 'Closest matches' })).toBeVisible()
    },
  },
  {
    screen: 'Scan status',
    state: 'completed, empty',
    as,
    async draw(page, { data }) {
      await showScan(page, { ...data.single, beer: null, beerId: null, alternatives: [] }, 'Scan Complete')
    },
  },
  {
    screen: 'Scan status',
    state: 'failed',
    as,
    async draw(page, { data }) {
      const failure = 'The reader stopped three times.'
      await showScan(page, { ...data.single, status: 'failed', failure, beer: null, beerId: null }, 'Scan Failed')
    },
  },
  {
    screen: 'Scan status',
    state: 'unknown',
    as,
    draw: (page, { data }) => showScan(page, { ...data.single, status: 'archived', beer: null }, 'Unknown Status'),
  },
  {
    screen: 'Scan status',
    state: 'loading',
    as,
    async draw(page, { data }) {
      await hangs(page, getScan)
      await open(page, `/scan/${data.single.id}`, 'Loading Scan')
    },
  },
  {
    screen: 'Scan status',
    state: 'not found',
    as,
    draw: (page) => open(page, '/scan/00000000-0000-4000-8000-000000000000', 'Scan Not Found'),
  },
]

export const READINGS: readonly View[] = [...PROCESSING, ...RESULTS, ...MENU, ...SCAN_STATUS]
