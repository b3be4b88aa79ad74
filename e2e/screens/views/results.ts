/** The page of a beer: as the result of a photo, and by its address. */
import { expect } from '@playwright/test'
import { type Beer, getBeer, listFavorites, similarBeers } from '#contracts'
import { answers, hangs } from '../answers.ts'
import type { Cast } from '../cast.ts'
import type { View } from '../stage.ts'
import { open, singleAnswer, upload, uploadSingle } from './acts.ts'
import { HARD_NAMES, hardNames } from './hard-names.ts'
import { statesOf } from './states.ts'

const { failed } = statesOf({
  screen: 'Results',
  path: ({ data }) => `/results?beer=${data.single.beerId}`,
  route: getBeer,
})

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
    standing: null,
  }
}

export const RESULTS: readonly View[] = [
  {
    screen: 'Results',
    state: 'listed',
    as: 'regular',
    async draw(page, { pictures }) {
      await upload(page, pictures.beer)
      await expect(page).toHaveURL(/\/results/, { timeout: 40_000 })
      await expect(page.getByRole('button', { name: 'Find Stores' })).toBeVisible()
    },
  },
  {
    screen: 'Results',
    state: 'new to us',
    as: 'regular',
    async draw(page, cast) {
      const beer = unlisted(cast)
      await answers(page, getBeer, { status: 200, body: beer })
      await page.goto(`/results?beer=${beer.id}`)
      await expect(page.getByRole('heading', { name: beer.name })).toBeVisible()
    },
  },
  {
    screen: 'Results',
    state: 'editing',
    as: 'regular',
    async draw(page, cast) {
      const beer = unlisted(cast)
      await answers(page, getBeer, { status: 200, body: beer })
      await page.goto(`/results?beer=${beer.id}`)
      await page.getByRole('button', { name: 'Edit this beer' }).click()
      await expect(page.getByRole('dialog', { name: 'Edit your beer' })).toBeVisible()
    },
  },
  {
    screen: 'Results',
    state: HARD_NAMES,
    as: 'regular',
    async draw(page, { data }) {
      const [beer, ...similar] = hardNames(data.beers)
      if (!beer) throw new Error('no beer')
      await answers(page, getBeer, { status: 200, body: beer })
      await answers(page, similarBeers, { status: 200, body: similar })
      await open(page, `/results?beer=${beer.id}`, beer.name)
      await expect(page.getByRole('link', { name: similar[0]?.name })).toBeVisible()
    },
  },
  {
    screen: 'Results',
    state: 'new',
    as: 'regular',
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
    as: 'regular',
    async draw(page, cast) {
      const alternatives = cast.data.beers.slice(1, 4).map((beer, index) => ({ beer, confidence: 49 - index * 6 }))
      await uploadSingle(page, cast, singleAnswer(cast, { outcome: 'ask', confidence: 52, alternatives }))
      await expect(page.getByRole('heading', { name: 'Which one is it?' })).toBeVisible()
    },
  },
  {
    screen: 'Results',
    state: 'Not this beer?',
    as: 'regular',
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
    as: 'regular',
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
    as: 'regular',
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
    as: 'regular',
    async draw(page, { data }) {
      await page.goto(`/results?beer=${data.beers[1]?.id}`)
      await page.getByRole('button', { name: 'Find Stores' }).click()
      await expect(page.getByRole('dialog', { name: 'Find Stores' })).toBeVisible()
    },
  },
  {
    screen: 'Results',
    state: 'pouring',
    as: 'regular',
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
    as: 'regular',
    async draw(page, { data }) {
      await hangs(page, getBeer)
      await hangs(page, similarBeers)
      await page.goto(`/results?beer=${data.single.beerId}`)
      await expect(page.getByRole('status').filter({ hasText: 'Loading beer' })).toBeAttached()
    },
  },
  failed('Failed to get beer'),
  {
    screen: 'Results',
    state: 'not found',
    as: 'regular',
    draw: (page) => open(page, '/results?beer=2147483000', 'Beer Not Found'),
  },
]
