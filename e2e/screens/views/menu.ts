/** A menu or a group of beers: just scanned, stored, shared. */
import { expect } from '@playwright/test'
import { getBeer, getScan, getSharedScan, listFavorites, parseMenu, type SightedBeer } from '#contracts'
import { answers, hangs, refuses } from '../answers.ts'
import type { View } from '../stage.ts'
import { open, sceneIs, upload, uploadGroup } from './acts.ts'
import { HARD_NAMES, hardNames } from './hard-names.ts'
import { statesOf } from './states.ts'

const { loading, failed } = statesOf({
  screen: 'Menu',
  path: ({ data }) => `/menu/${data.menu.id}`,
  route: getScan,
})

/** The second beer is one of several. */
const askedSecond = (beers: readonly SightedBeer[]): SightedBeer[] =>
  beers.map((beer, index) => (index === 1 ? { ...beer, outcome: 'ask', confidence: 54 } : beer))

const pendingAfter = (beers: readonly SightedBeer[], rated: number): SightedBeer[] =>
  beers.map((beer, index) => (index < rated ? beer : { ...beer, rating: 0, ratingOrigin: null, ratingCount: null }))

export const MENU: readonly View[] = [
  {
    screen: 'Menu',
    state: 'Scanned Menu',
    as: 'regular',
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
      as: 'regular',
      async draw(page, cast) {
        await uploadGroup(page, cast, context, cast.data.fridgeBeers)
        await expect(page.getByRole('heading', { name: title })).toBeVisible()
      },
    }),
  ),
  {
    screen: 'Menu',
    state: HARD_NAMES,
    as: 'regular',
    async draw(page, cast) {
      await uploadGroup(page, cast, 'menu', hardNames(cast.data.menuBeers))
      await expect(page.getByRole('article').first()).toBeVisible()
    },
  },
  {
    screen: 'Menu',
    state: 'a long one',
    as: 'regular',
    async draw(page, cast) {
      const { menuBeers, fridgeBeers } = cast.data
      await uploadGroup(page, cast, 'menu', [...menuBeers, ...fridgeBeers, ...menuBeers])
      await page.getByRole('group', { name: 'Quick filters' }).getByRole('button').nth(1).click()
      await expect(page.getByText('Picked for you')).toBeVisible()
    },
  },
  {
    screen: 'Menu',
    state: 'Which one?',
    as: 'regular',
    async draw(page, cast) {
      await uploadGroup(page, cast, 'menu', askedSecond(cast.data.menuBeers))
      await expect(page.getByRole('button', { name: /^Which one\?/ })).toBeVisible()
    },
  },
  {
    screen: 'Menu',
    state: 'Which one is it?',
    as: 'regular',
    async draw(page, cast) {
      await uploadGroup(page, cast, 'menu', askedSecond(cast.data.menuBeers))
      await page.getByRole('button', { name: /^Which one\?/ }).click()
      await expect(page.getByRole('dialog', { name: 'Which one is it?' })).toBeVisible()
    },
  },
  {
    screen: 'Menu',
    state: 'Analyzing Image',
    as: 'regular',
    async draw(page, { pictures }) {
      await sceneIs(page, 'menu')
      await hangs(page, parseMenu)
      // At once: left later, the processing screen would take the photo along into the background.
      await page.addInitScript(() =>
        addEventListener('pushState', () => {
          if (location.pathname === '/processing') history.pushState(null, '', '/menu-view')
        }),
      )
      await upload(page, pictures.menu)
      await expect(page.getByRole('heading', { name: 'Analyzing Image' })).toBeVisible()
    },
  },
  {
    screen: 'Menu',
    state: 'ratings pending',
    as: 'regular',
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
    as: 'regular',
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
    as: 'regular',
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
    as: 'regular',
    async draw(page, cast) {
      await uploadGroup(page, cast, 'menu', cast.data.menuBeers)
      await page.getByRole('button', { name: 'Pick for me' }).click()
      await expect(page.getByText('Picked for you')).toBeVisible()
    },
  },
  {
    screen: 'Menu',
    state: 'filter',
    as: 'regular',
    async draw(page, cast) {
      await uploadGroup(page, cast, 'menu', cast.data.menuBeers)
      await page.getByRole('button', { name: 'Filter', exact: true }).click()
      await expect(page.getByRole('dialog', { name: 'Filter beers' })).toBeVisible()
    },
  },
  {
    screen: 'Menu',
    state: 'choosing several',
    as: 'regular',
    async draw(page, cast) {
      await answers(page, listFavorites, { status: 200, body: [] })
      await uploadGroup(page, cast, 'menu', cast.data.menuBeers)
      await page.getByRole('button', { name: 'Select' }).click()
      for (const index of [0, 1]) await page.getByRole('checkbox').nth(index).check()
      await expect(page.getByRole('button', { name: 'Save 2 beers' })).toBeVisible()
    },
  },
  loading('Loading Menu'),
  {
    screen: 'Menu',
    state: 'Shared Menu, own',
    as: 'regular',
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
    as: 'regular',
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
  failed('Failed to fetch scan'),
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
