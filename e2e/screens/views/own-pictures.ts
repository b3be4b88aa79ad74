/** Pictures that the user keeps: of labels, and in the journal. */
import { expect, type Page } from '@playwright/test'
import { type Beer, listJournal, listPictures, picturePath, type TriedEntry } from '#contracts'
import { answers } from '../answers.ts'
import type { Cast } from '../cast.ts'
import type { View } from '../stage.ts'
import { open } from './acts.ts'

const as = 'regular'

const idOf = (index: number) => `00000000-0000-4000-8000-0000000000${10 + index}`

/** Each of these beers has a picture, all with the same label. */
async function keeps(page: Page, beers: readonly Beer[], { pictures }: Cast): Promise<void> {
  const kept = beers.map(({ id, name }, index) => ({ id: idOf(index), beerId: id, name }))
  const body = { isKept: true, pictures: kept, count: kept.length, bytes: 7_340_032 }
  await answers(page, listPictures, { status: 200, body })
  await page.route(`**${picturePath('*')}`, (route) =>
    route.fulfill({ contentType: 'image/jpeg', body: pictures.beer }),
  )
}

function entriesOf(beers: readonly Beer[]): TriedEntry[] {
  const triedAt = new Date(Date.now() - 3_600_000).toISOString()
  const place = 'The Old Anchor at the Fish Market, behind the harbour'
  const position = { latitude: 52.52, longitude: 13.405 }
  const details = [
    { rating: 88, note: 'Orange peel, then a dry finish.', place, position, pictureId: idOf(0) },
    { rating: null, note: null, place: null, position },
  ]
  return beers.slice(0, 2).map((beer, index) => ({
    id: 900_000 + index,
    beerId: beer.id,
    beer,
    triedAt,
    source: 'beergoggles',
    sourceId: idOf(index),
    rating: null,
    note: null,
    place: null,
    position: null,
    ...details[index],
  }))
}

async function openJournal(page: Page, cast: Cast): Promise<void> {
  const { beers } = cast.data
  await keeps(page, beers, cast)
  await answers(page, listJournal, { status: 200, body: { entries: entriesOf(beers), next: null } })
  await open(page, '/history?show=journal', 'Journal')
  await expect(page.getByRole('img', { name: /^Your photo with/ })).toBeVisible()
}

export const OWN_PICTURES: readonly View[] = [
  {
    screen: 'Your pictures',
    state: 'kept',
    as,
    async draw(page, cast) {
      await keeps(page, cast.data.beers, cast)
      await open(page, '/profile', 'Jana Nováková')
      await page.getByRole('button', { name: 'Your pictures' }).click()
      await expect(page.getByRole('switch', { name: 'Keep the labels you scan' })).toBeChecked()
    },
  },
  {
    screen: 'Results',
    state: 'your picture',
    as,
    async draw(page, cast) {
      const [beer] = cast.data.beers
      if (!beer) throw new Error('the cast has no beer')
      await keeps(page, [beer], cast)
      await open(page, `/results?beer=${beer.id}`, beer.name)
      await expect(page.getByRole('img', { name: `Your picture of ${beer.name}` })).toBeVisible()
    },
  },
  { screen: 'Journal', state: 'a photo', as, draw: openJournal },
  {
    screen: 'Journal',
    state: 'an entry with a photo',
    as,
    async draw(page, cast) {
      await openJournal(page, cast)
      await page
        .getByRole('button', { name: /^Edit your entry/ })
        .first()
        .click()
      await expect(page.getByRole('button', { name: 'Remove photo' })).toBeVisible()
    },
  },
]
