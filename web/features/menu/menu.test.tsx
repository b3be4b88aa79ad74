import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { navigate } from 'wouter/use-browser-location'
import {
  addFavorite,
  correctScan,
  getBeer,
  getScan,
  getSharedScan,
  listFavorites,
  listMarks,
  removeFavorite,
  shareScan,
  similarBeers,
  unshareScan,
} from '#contracts'
import { spec } from '#testing/spec.ts'
import { UNMARKED } from '#web/beer/tasting-status.tsx'
import { handoff } from '#web/handoff/handoff.ts'
import { loadLanguage } from '#web/language/language.ts'
import { beersOf } from '#web/scan-result/scan-summary.ts'
import { openApp } from '#web/testing/app.tsx'
import { aBeer, aFavorite, aMenuScan, aScan, aSightedBeer } from '#web/testing/builders.ts'
import { answers, answersLater, cutsOff, hangs, refuses, requestsTo } from '#web/testing/network.ts'
import { PHONE_WIDTH_PX, viewportWidth } from '#web/testing/viewport.ts'

const NOW = new Date().toISOString()

function leave(
  beers: ReturnType<typeof aSightedBeer>[],
  context: 'menu' | 'fridge' | 'multiple_beers' | 'auto' = 'menu',
) {
  handoff.leaveMenu({ scanId: crypto.randomUUID(), beers, context, title: null, readAt: NOW })
}
const names = () => screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent)

it.each([
  ['menu', 'Scanned Menu'],
  ['fridge', 'Beer Fridge'],
  ['multiple_beers', 'Multiple Beers'],
  ['auto', 'Scanned Results'],
] as const)(
  'is titled after what was on the photo: %s',
  spec('2.11.4', '2.11.5', '2.11.6', '2.11.7'),
  async (context, title) => {
    leave([aSightedBeer()], context)
    openApp('/menu-view')
    expect(await screen.findByRole('heading', { name: title })).toBeVisible()
  },
)

it('keeps the printed order, and sorts by rating with one tap', spec('2.1.8', '2.11.8'), async () => {
  leave([aSightedBeer({ name: 'Hell', rating: 70 }), aSightedBeer({ name: 'Orval', rating: 94 })])
  const { user } = openApp('/menu-view')
  expect(await screen.findByText('2 beers, as printed')).toBeVisible()
  expect(names()).toEqual(['Hell', 'Orval'])
  await user.click(screen.getByRole('button', { name: 'Sort by rating' }))
  expect(names()).toEqual(['Orval', 'Hell'])
})

describe('the rows of a menu', () => {
  const hell = aSightedBeer({
    name: 'Hell',
    rating: 70,
    abv: 4.9,
    price: '4,20 €',
    style: 'Helles',
    styleFamily: 'Pale Lager',
  })
  const orval = aSightedBeer({ name: 'Orval', rating: 94, abv: 6.2, price: '7 €', style: 'Trappist' })
  const stout = aSightedBeer({
    name: 'Night Boat',
    rating: 81,
    abv: 9,
    price: null,
    style: 'Imperial Stout',
    styleFamily: 'Stout',
  })
  const rowOf = (name: string) => within(screen.getByRole('link', { name }).closest('li') ?? document.body)

  it('show whether a beer was had, saved or is new', async () => {
    const had = { ...UNMARKED, beerId: hell.id, triedAt: '2026-03-01T20:00:00.000Z', timesTried: 1 }
    answers(listMarks, { status: 200, body: [had] })
    answers(listFavorites, { status: 200, body: [aFavorite({ beer: orval })] })
    leave([hell, orval, stout])
    openApp('/menu-view')
    expect(await screen.findByText('had Mar 1, 2026')).toBeVisible()
    expect(rowOf('Hell').getByText('had Mar 1, 2026')).toBeVisible()
    expect(rowOf('Orval').getByText('saved')).toBeVisible()
    expect(rowOf('Night Boat').getByText('new to you')).toBeVisible()
  })

  it('are sorted by the chosen order', async () => {
    leave([hell, orval, stout])
    const { user } = openApp('/menu-view')
    const sort = await screen.findByRole('combobox', { name: /Sort/ })
    await user.selectOptions(sort, 'ABV')
    expect(names()).toEqual(['Night Boat', 'Orval', 'Hell'])
    expect(screen.getByText('3 beers, strongest first')).toBeVisible()
    await user.selectOptions(sort, 'Price')
    expect(names()).toEqual(['Hell', 'Orval', 'Night Boat'])
    await user.selectOptions(sort, 'As printed')
    expect(names()).toEqual(['Hell', 'Orval', 'Night Boat'])
  })

  it('are sorted by price only where one has a price', async () => {
    leave([{ ...hell, price: null }, stout])
    openApp('/menu-view')
    const sort = within(await screen.findByRole('combobox', { name: /Sort/ }))
    expect(sort.queryByRole('option', { name: 'Price' })).toBeNull()
    expect(sort.getByRole('option', { name: 'ABV' })).toBeVisible()
  })

  it('are sorted by the percentile within their style, which each row shows', async () => {
    const standing = (topPercent: number) => ({ topPercent, beers: 40 })
    leave([hell, { ...orval, standing: standing(30) }, { ...stout, standing: standing(2) }])
    const { user } = openApp('/menu-view')
    await user.selectOptions(await screen.findByRole('combobox', { name: /Sort/ }), 'Best of its style')
    expect(names()).toEqual(['Night Boat', 'Orval', 'Hell'])
    expect(screen.getByText('3 beers, best of its style first')).toBeVisible()
    expect(rowOf('Night Boat').getByText(/top 2% of Imperial Stouts here/)).toBeVisible()
    expect(screen.queryByText(/enough ratings/)).toBeNull()
  })

  it('explain that none of them has a percentile', async () => {
    leave([hell, orval])
    const { user } = openApp('/menu-view')
    await user.selectOptions(await screen.findByRole('combobox', { name: /Sort/ }), 'Best of its style')
    expect(screen.getByText('None of these beers has enough ratings yet to rank it within its style.')).toBeVisible()
    expect(names()).toEqual(['Hell', 'Orval'])
  })

  it('are sorted by the price of a unit of alcohol where size, price and strength are known', async () => {
    leave([{ ...hell, size: '0,3 l' }, { ...orval, size: '33 cl' }, stout])
    const { user } = openApp('/menu-view')
    const sort = await screen.findByRole('combobox', { name: /Sort/ })
    expect(rowOf('Hell').queryByText(/per unit/)).toBeNull()
    await user.selectOptions(sort, 'Price per unit')
    expect(names()).toEqual(['Hell', 'Orval', 'Night Boat'])
    expect(screen.getByText('3 beers, lowest price per unit first')).toBeVisible()
    expect(screen.getByText(/^A unit is 10 ml of pure alcohol/)).toBeVisible()
    expect(rowOf('Hell').getByText(/€2.86 per unit/)).toBeVisible()
    expect(rowOf('Night Boat').queryByText(/per unit/)).toBeNull()
  })

  it('offer no order by unit without sizes', async () => {
    leave([hell, orval])
    openApp('/menu-view')
    await screen.findByRole('combobox', { name: /Sort/ })
    expect(screen.queryByRole('option', { name: 'Price per unit' })).toBeNull()
  })

  it('are filtered by the styles and ABVs in the list', async () => {
    leave([hell, orval, stout])
    const { user } = openApp('/menu-view')
    await user.click(await screen.findByRole('button', { name: 'Filter' }))
    const sheet = within(await screen.findByRole('dialog', { name: 'Filter beers' }))
    expect(sheet.queryByRole('button', { name: 'IPA' })).toBeNull()
    await user.click(sheet.getByRole('button', { name: 'Stout' }))
    await user.click(sheet.getByRole('button', { name: 'Pale Lager' }))
    await user.click(sheet.getByRole('button', { name: 'Show 2 beers' }))
    expect(names()).toEqual(['Hell', 'Night Boat'])
    expect(screen.getByText('2 of 3 beers, as printed')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Filter (2)' }))
    await user.click(await screen.findByRole('button', { name: 'Medium, 4.5-6.5%' }))
    await user.click(screen.getByRole('button', { name: 'Pale Lager' }))
    await user.click(screen.getByRole('button', { name: 'Show 0 beers' }))
    expect(await screen.findByRole('heading', { name: 'No beers match' })).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Clear filter' }))
    expect(names()).toEqual(['Hell', 'Orval', 'Night Boat'])
  })

  it('are filtered by price and strength, which the address keeps', async () => {
    leave([hell, orval, stout])
    const { user } = openApp('/menu-view')
    await user.click(await screen.findByRole('button', { name: 'Filter' }))
    const price = within(await screen.findByRole('group', { name: 'Price in €' }))
    expect(price.getByRole('textbox', { name: 'From' })).toHaveAttribute('placeholder', '4.2')
    await user.type(price.getByRole('textbox', { name: 'To' }), '6,5')
    expect(price.getByRole('textbox', { name: 'To' })).toHaveValue('6,5')
    expect(location.search).toBe('?price=-6.5')
    expect(screen.getByRole('button', { name: 'Show 1 beer' })).toBeVisible()
    await user.clear(price.getByRole('textbox', { name: 'To' }))
    await user.type(screen.getByRole('textbox', { name: 'From %' }), '6')
    expect(location.search).toBe('?strength=6-')
    await user.click(screen.getByRole('button', { name: 'Show 2 beers' }))
    expect(names()).toEqual(['Orval', 'Night Boat'])
    await user.click(screen.getByRole('button', { name: 'Filter (1)' }))
    await user.click(await screen.findByRole('button', { name: 'Clear filter' }))
    expect(screen.getByRole('textbox', { name: 'From %' })).toHaveValue('')
    expect(location.search).toBe('')
  })

  it('are filtered by numbers in the language of the page', async () => {
    await loadLanguage('de')
    try {
      leave([hell, orval, stout])
      const { user } = openApp('/menu-view?price=1234.5-')
      await user.click(await screen.findByRole('button', { name: /^Filtern/ }))
      expect(await screen.findByRole('button', { name: /^Mittel, 4,5–/ })).toBeVisible()
      const values = screen
        .getAllByRole('textbox')
        .map((field) => [field.getAttribute('placeholder'), (field as HTMLInputElement).value])
      expect(values).toEqual([
        ['4,9', ''],
        ['9', ''],
        ['4,2', '1234,5'],
        ['7', ''],
      ])
    } finally {
      await loadLanguage('en')
    }
  })

  it('are not filtered by amounts of different currencies', async () => {
    leave([hell, { ...orval, price: '$7' }])
    const { user } = openApp('/menu-view')
    await user.click(await screen.findByRole('button', { name: 'Filter' }))
    expect(await screen.findByRole('group', { name: 'Strength' })).toBeVisible()
    expect(screen.queryByRole('group', { name: /Price/ })).toBeNull()
  })

  it('are picked from one after the other, with a reason', async () => {
    leave([hell, orval, stout])
    const { user } = openApp('/menu-view')
    await user.click(await screen.findByRole('button', { name: 'Pick for me' }))
    expect(screen.getByText('Rated 94 · new to you · Trappist · 6.2% · 7 €')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Another one' }))
    expect(screen.getByText('Rated 81 · new to you · Imperial Stout · 9.0%')).toBeVisible()
    await user.click(screen.getByRole('link', { name: 'View Details' }))
    await expect.poll(() => location.search).toBe(`?beer=${stout.id}`)
  })

  it('show the picked one, however far the list is scrolled, but not when the menu opens again', async () => {
    const into = vi.spyOn(HTMLElement.prototype, 'scrollIntoView').mockReturnValue()
    leave([hell, orval, stout])
    const { user } = openApp('/menu-view')
    const pick = await screen.findByRole('button', { name: 'Pick for me' })
    for (const times of [1, 2]) {
      await user.click(pick)
      expect(screen.getByRole('link', { name: 'View Details' })).toHaveFocus()
      expect(into).toHaveBeenCalledTimes(times)
      expect(into.mock.contexts[0]).toHaveTextContent('Picked for you')
    }
    cleanup()
    openApp(`/menu-view${location.search}`)
    expect(await screen.findByText('Picked for you')).toBeVisible()
    expect(screen.getByRole('link', { name: 'View Details' })).not.toHaveFocus()
    expect(into).toHaveBeenCalledTimes(2)
  })

  it('of a long menu take two taps to the best sour up to 6%, with the reason', async () => {
    const others = Array.from({ length: 25 }, (_, place) =>
      aSightedBeer({ name: `Pale ${place}`, rating: 95, abv: 5, styleFamily: place < 15 ? 'Pale Lager' : 'IPA' }),
    )
    const sour = (name: string, rating: number, abv: number | null) =>
      aSightedBeer({ name, rating, abv, style: 'Gose', styleFamily: 'Lambic and Sour' })
    const sours = [
      sour('Strong', 92, 8),
      sour('Fair', 71, 4.2),
      sour('Best', 84, 5.8),
      sour('Unknown', 90, null),
      sour('Poor', 60, 3.9),
    ]
    leave([...others, ...sours])
    const { user } = openApp('/menu-view')
    await user.click(await screen.findByRole('button', { name: 'Lambic and Sour' }))
    expect(screen.getByText('Picked for you').parentElement).toHaveTextContent('Strong')
    await user.click(screen.getByRole('button', { name: 'Up to 6%' }))
    expect(screen.getByText('Picked for you').parentElement).toHaveTextContent(
      'BestRated 84 · new to you · Gose · 5.8%',
    )
    expect(names()).toEqual(['Fair', 'Best', 'Poor'])
    for (const name of ['Up to 6%', 'Lambic and Sour']) await user.click(screen.getByRole('button', { name }))
    expect(screen.queryByText('Picked for you')).toBeNull()
    expect(names()).toHaveLength(30)
  })

  it('of a short menu have no quick filters', async () => {
    leave([hell, orval, stout])
    openApp('/menu-view')
    await screen.findByRole('button', { name: 'Filter' })
    expect(screen.queryByRole('group', { name: 'Quick filters' })).toBeNull()
  })

  it('are not picked from when the ratings cannot decide', async () => {
    leave([aSightedBeer({ rating: 70 }), aSightedBeer({ rating: 70.2 }), aSightedBeer({ rating: 0 })])
    hangs(getBeer)
    openApp('/menu-view')
    await screen.findByRole('button', { name: 'Filter' })
    expect(screen.queryByRole('button', { name: 'Pick for me' })).toBeNull()
  })

  it('are saved several at once', async () => {
    const saved: number[] = []
    answers(listFavorites, () => ({
      status: 200 as const,
      body: [hell, orval, stout].filter(({ id }) => saved.includes(id)).map((beer) => aFavorite({ beer })),
    }))
    answers(addFavorite, async ({ request }) => {
      const { beerId } = (await request.json()) as { beerId: number }
      saved.push(beerId)
      return { status: 201 as const, body: aFavorite({ beer: orval }) }
    })
    leave([hell, orval, stout])
    const { user } = openApp('/menu-view')
    await user.click(await screen.findByRole('button', { name: 'Select' }))
    await user.click(screen.getByRole('checkbox', { name: 'Choose: Orval' }))
    await user.click(screen.getByRole('checkbox', { name: 'Choose: Hell' }))
    await user.click(screen.getByRole('checkbox', { name: 'Choose: Night Boat' }))
    await user.click(screen.getByRole('checkbox', { name: 'Choose: Hell' }))
    await user.click(screen.getByRole('button', { name: 'Save 2 beers' }))
    expect(await screen.findByText('2 beers added to your collection')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Select' })).toHaveFocus()
    expect(saved.sort()).toEqual([orval.id, stout.id].sort())
    expect(await screen.findByRole('button', { name: 'Remove: Orval' })).toBeVisible()
    answers(removeFavorite, ({ params }) => {
      saved.splice(saved.indexOf(Number(params.beerId)), 1)
      return { status: 204 as const, body: null }
    })
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    expect(await screen.findByRole('button', { name: 'Save: Orval' })).toBeVisible()
    expect(await screen.findByRole('button', { name: 'Save: Night Boat' })).toBeVisible()
    expect(saved).toEqual([])
  })

  it('cannot be chosen to be saved while it is not known which beer they are', async () => {
    leave([hell, aSightedBeer({ name: 'Kriek', outcome: 'ask', confidence: 57 })])
    const { user } = openApp('/menu-view')
    await user.click(await screen.findByRole('button', { name: 'Select' }))
    expect(screen.getAllByRole('checkbox')).toEqual([screen.getByRole('checkbox', { name: 'Choose: Hell' })])
    expect(screen.getAllByText('Choose')).toHaveLength(1)
  })

  /** Saves the two beers of a menu at once. */
  async function saveBoth() {
    leave([orval, stout])
    const { user } = openApp('/menu-view')
    await user.click(await screen.findByRole('button', { name: 'Select' }))
    await user.click(screen.getByRole('checkbox', { name: 'Choose: Orval' }))
    await user.click(screen.getByRole('checkbox', { name: 'Choose: Night Boat' }))
    await user.click(screen.getByRole('button', { name: 'Save 2 beers' }))
    return user
  }

  it('are saved in part when the server refuses one, which can be undone', async () => {
    answers(addFavorite, async ({ request }) => {
      const { beerId } = (await request.json()) as { beerId: number }
      if (beerId === orval.id) refuses(addFavorite, 'unavailable', 'The kitchen is busy')
      return { status: 201 as const, body: aFavorite({ beer: orval }) }
    })
    const user = await saveBoth()
    const report = /^1 beer added to your collection\s+1 beer couldn't be saved\s+The kitchen is busy$/
    expect(await screen.findByText(report)).toBeVisible()
    const removed = requestsTo(removeFavorite)
    answers(removeFavorite, { status: 204, body: null })
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(removed.map(({ url }) => new URL(url).pathname)).toEqual([`/api/favorites/${orval.id}`]))
  })

  it('cause one message when the server refuses all of them', async () => {
    refuses(addFavorite, 'unavailable', 'The kitchen is busy')
    await saveBoth()
    expect(await screen.findByText(/^2 beers couldn't be saved\s+The kitchen is busy$/)).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  })

  it('cause one message when the server refuses the undo', async () => {
    answers(addFavorite, { status: 201, body: aFavorite({ beer: orval }) })
    refuses(removeFavorite, 'unavailable', 'The kitchen is busy')
    const user = await saveBoth()
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    expect(await screen.findByText('Failed to remove beer. The kitchen is busy')).toBeVisible()
  })

  it('are saved on this device without a network, and the app says so', async () => {
    cutsOff(addFavorite)
    await saveBoth()
    expect(await screen.findByText(/^2 beers added to your collection\s+Saved on this device/)).toBeVisible()
  })
})

it(
  'shows a pending beer as pouring, never as 0, and lets nobody save it yet',
  spec('2.11.12', '2.11.13', '2.11.14', '3.1.7', '5.15'),
  async () => {
    leave([
      aSightedBeer({ name: 'Grand Cru', rating: 0 }),
      aSightedBeer({ name: 'Kriek', rating: 0 }),
      aSightedBeer({ name: 'Hell', rating: 0 }),
    ])
    hangs(getBeer)
    openApp('/menu-view')
    expect(await screen.findAllByText('pouring…')).toHaveLength(3)
    // Once for all of them.
    expect(screen.getAllByText(/\d s\b/).map(({ textContent }) => textContent)).toEqual([
      'Pouring the ratings: about 3 s left',
    ])
    const save = screen.getByRole('button', { name: 'Loading...: Grand Cru' })
    expect(save).toBeDisabled()
    expect(save).toHaveTextContent('Loading...')
  },
)

it('polls pending ratings until they are known', spec('4.10.2', '7.2.34'), async () => {
  const beer = aSightedBeer({ name: 'Grand Cru', rating: 0 })
  leave([beer, aSightedBeer({ rating: 80 })])
  const asked = requestsTo(getBeer)
  answers(getBeer, ({ params }) => ({ status: 200 as const, body: aBeer({ id: Number(params.id), rating: 77.6 }) }))
  openApp('/menu-view')
  expect(await screen.findByText('78')).toBeVisible()
  expect(screen.queryByText('pouring…')).toBeNull()
  expect(screen.getByRole('button', { name: 'Save: Grand Cru' })).toBeEnabled()
  expect(asked.every(({ url }) => url.endsWith(`/api/beers/${beer.id}`))).toBe(true)
})

it('shows the listed beer that an unlisted one turned out to be', async () => {
  answers(getBeer, { status: 200, body: aBeer({ id: 7, name: 'Pilsner Urquell', listed: true, rating: 69 }) })
  leave([
    aSightedBeer({ id: 4, name: 'Pilsner Urquel', listed: false, outcome: 'new', confidence: 90, rating: 0 }),
    aSightedBeer({ name: 'Orval', rating: 80 }),
  ])
  openApp('/menu-view')
  expect(await screen.findByRole('link', { name: 'Pilsner Urquell' })).toHaveAttribute('href', '/results?beer=7')
  expect(screen.getByText('69')).toBeVisible()
})

it('saves a beer of the menu', spec('2.11.10', '8.3.5'), async () => {
  const beer = aSightedBeer({ name: 'Orval' })
  let saved = false
  leave([beer])
  answers(listFavorites, () => ({ status: 200 as const, body: saved ? [aFavorite({ beer })] : [] }))
  answers(addFavorite, () => {
    saved = true
    return { status: 201 as const, body: aFavorite({ beer }) }
  })
  const { user } = openApp('/menu-view')
  await user.click(await screen.findByRole('button', { name: 'Save: Orval' }))
  expect(await screen.findByText('Beer Saved')).toBeVisible()
  expect(await screen.findByRole('button', { name: 'Remove: Orval' })).toBeVisible()
})

it('says what to do when nothing was scanned', async () => {
  openApp('/menu-view')
  expect(await screen.findByText('Nothing scanned yet')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Scan a menu' })).toHaveAttribute('href', '/')
})

it('opens a stored menu with its sections, and polls no ratings', spec('2.1.9', '2.11.3', '4.10.3'), async () => {
  const scan = aMenuScan([
    aSightedBeer({ name: 'Orval', section: 'Bottles', price: '£5.80' }),
    aSightedBeer({ name: 'Hell', section: 'Bottles' }),
    aSightedBeer({ name: 'Kriek', section: 'Draught', rating: 0 }),
  ])
  const asked = requestsTo(getBeer)
  answers(getScan, { status: 200, body: scan })
  openApp(`/menu/${scan.id}`)
  expect(await screen.findByRole('heading', { name: 'Shared Menu' })).toBeVisible()
  expect(screen.getAllByText('Bottles')).toHaveLength(1)
  const row = screen.getByRole('link', { name: 'Orval' }).closest('li')
  if (!row) throw new Error('the beer has no row')
  expect(within(row).getByText(/£5.80/)).toBeVisible()
  await waitFor(() => expect(asked).toHaveLength(0))
})

it("is titled 'Loading Menu' until it is there", spec('2.11.1'), async () => {
  hangs(getScan)
  openApp(`/menu/${aScan().id}`)
  expect(await screen.findByRole('heading', { name: 'Loading Menu' })).toBeVisible()
})

it("reports a menu that is missing or not the user's", async () => {
  refuses(getScan, 'not_found', 'No such scan')
  openApp(`/menu/${aScan().id}`)
  expect(await screen.findByRole('heading', { name: 'Menu Not Found', level: 1 })).toBeVisible()
})

it('shows how many containers were identified, once the stored scan is loaded', async () => {
  const beers = [aSightedBeer(), aSightedBeer()]
  leave(beers, 'fridge')
  answers(getScan, { status: 200, body: aScan({ scanType: 'multiple_beers', beers, detected: 5 }) })
  openApp('/menu-view')
  expect(await screen.findByText('2 of 5 found, in photo order')).toBeVisible()
})

describe('a menu that was just photographed', () => {
  const menu = aMenuScan([aSightedBeer({ name: 'Orval' }), aSightedBeer({ name: 'Hell' })])
  const leaveMenu = () =>
    handoff.leaveMenu({ scanId: menu.id, beers: beersOf(menu), context: 'menu', title: null, readAt: NOW })

  it('is shared and taken to the table once its scan is stored', async () => {
    answers(getScan, { status: 200, body: menu })
    answers(shareScan, { status: 200, body: { token: 'the-token' } })
    leaveMenu()
    const { user } = openApp('/menu-view')
    expect(await screen.findByRole('button', { name: 'At the table' })).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Share this menu' }))
    expect(await screen.findByText('Link copied')).toBeVisible()
    expect(await navigator.clipboard.readText()).toBe(`${location.origin}/menu/${menu.id}?share=the-token`)
    expect(screen.getByRole('button', { name: 'Stop sharing' })).toBeVisible()
  })

  it('is not shared while it is still being read', async () => {
    answers(getScan, { status: 200, body: { ...menu, status: 'processing', fallback: 'quota_exceeded' } })
    leaveMenu()
    openApp('/menu-view')
    expect(await screen.findByText(/^The AI provider is out of credits/)).toBeVisible()
    expect(screen.queryByRole('button', { name: 'At the table' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Share this menu' })).toBeNull()
  })

  it('goes back past itself to the scan home that led here, so that Back there does not return to it', async () => {
    leaveMenu()
    const { user } = openApp('/')
    await act(async () => navigate('/menu-view'))
    // Read as another scene.
    await act(async () => navigate('/processing'))
    await act(async () => navigate('/menu-view', { replace: true }))
    await user.click(await screen.findByRole('button', { name: 'Back' }))
    await waitFor(() => expect(location.pathname).toBe('/'))
    expect(window.history.state).toMatchObject({ entry: 0 })
  })
})

describe('sharing a stored menu', () => {
  afterEach(() => viewportWidth(PHONE_WIDTH_PX))
  const menu = aMenuScan([aSightedBeer({ name: 'Orval' }), aSightedBeer({ name: 'Hell' })], { title: 'Draught' })

  function serve(): { token: string | null } {
    const state: { token: string | null } = { token: null }
    answers(getScan, () => ({ status: 200 as const, body: { ...menu, shareToken: state.token } }))
    answers(shareScan, () => {
      state.token = 'the-token'
      return { status: 200 as const, body: { token: state.token } }
    })
    answers(unshareScan, () => {
      state.token = null
      return { status: 204 as const, body: null }
    })
    return state
  }

  it('copies the link without a share sheet, shows that the menu is shared, and stops sharing', async () => {
    const state = serve()
    const { user } = openApp(`/menu/${menu.id}`)
    await user.click(await screen.findByRole('button', { name: 'Share this menu' }))
    expect(await screen.findByText('Link copied')).toBeVisible()
    expect(await navigator.clipboard.readText()).toBe(`${location.origin}/menu/${menu.id}?share=the-token`)
    expect(await screen.findByText('Shared')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Stop sharing' }))
    expect(await screen.findByText('No longer shared')).toBeVisible()
    expect(screen.queryByText('Shared')).toBeNull()
    expect(state.token).toBeNull()
  })

  it('shares the arrangement of the menu beside a detail, too', async () => {
    viewportWidth(1280)
    serve()
    answers(getBeer, { status: 200, body: aBeer({ name: 'Orval' }) })
    answers(similarBeers, { status: 200, body: [] })
    const { user } = openApp(`/menu/${menu.id}?sort=abv`)
    await user.click(await screen.findByRole('link', { name: 'Orval' }))
    await screen.findByRole('heading', { name: 'Orval', level: 1 })
    await user.click(screen.getByRole('button', { name: 'Share this menu' }))
    expect(await screen.findByText('Link copied')).toBeVisible()
    expect(await navigator.clipboard.readText()).toBe(`${location.origin}/menu/${menu.id}?sort=abv&share=the-token`)
  })

  it('hands the link to the share sheet of the device', async () => {
    serve()
    const sheet = vi.fn(async () => undefined)
    Object.defineProperty(navigator, 'share', { value: sheet, configurable: true })
    const { user } = openApp(`/menu/${menu.id}`)
    await user.click(await screen.findByRole('button', { name: 'Share this menu' }))
    expect(await screen.findByText('Shared')).toBeVisible()
    const url = `${location.origin}/menu/${menu.id}?share=the-token`
    expect(sheet).toHaveBeenCalledWith({ title: 'Draught', text: 'A menu of 2 beers on BeerGoggles', url })
    Reflect.deleteProperty(navigator, 'share')
  })

  it('keeps a correction that was made while the link was on its way', async () => {
    const [orval, hell] = [aSightedBeer({ name: 'Orval' }), aSightedBeer({ name: 'Hell', outcome: 'ask' })]
    const asked = aMenuScan([orval, hell], { itemAlternatives: [[], []] })
    const settled = [orval, { ...hell, outcome: 'sure' as const, confidence: null }]
    answers(getScan, { status: 200, body: asked })
    answers(correctScan, { status: 200, body: { ...asked, menuData: JSON.stringify(settled) } })
    const finish = answersLater(shareScan, { status: 200, body: { token: 'the-token' } })
    const { user } = openApp(`/menu/${asked.id}`)
    await user.click(await screen.findByRole('button', { name: 'Share this menu' }))
    await user.click(screen.getByRole('button', { name: 'Which one? Hell' }))
    const sheet = within(await screen.findByRole('dialog', { name: 'Which one is it?' }))
    await user.click(await sheet.findByRole('button', { name: 'Hell' }))
    expect(await screen.findByRole('link', { name: 'Hell' })).toBeVisible()
    finish()
    expect(await screen.findByText('Shared')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Hell' })).toBeVisible()
  })

  it('says why it could not be shared', async () => {
    serve()
    refuses(shareScan, 'unavailable', 'The kitchen is busy')
    const { user } = openApp(`/menu/${menu.id}`)
    await user.click(await screen.findByRole('button', { name: 'Share this menu' }))
    expect(await screen.findByText("Couldn't share the menu")).toBeVisible()
    expect(screen.getByText('The kitchen is busy')).toBeVisible()
  })

  it('keeps the focus while sharing and when sharing stops', async () => {
    const state = serve()
    let grant = () => {}
    const granted = new Promise<void>((resolve) => {
      grant = resolve
    })
    answers(shareScan, async () => {
      await granted
      state.token = 'the-token'
      return { status: 200 as const, body: { token: state.token } }
    })
    const asked = requestsTo(shareScan)
    const { user } = openApp(`/menu/${menu.id}`)
    const share = await screen.findByRole('button', { name: 'Share this menu' })
    await user.click(share)
    await waitFor(() => expect(share).toHaveAttribute('aria-disabled', 'true'))
    expect(share).toHaveFocus()
    await user.click(share)
    grant()
    await user.click(await screen.findByRole('button', { name: 'Stop sharing' }))
    await waitFor(() => expect(screen.queryByText('Shared')).toBeNull())
    await waitFor(() => expect(share).toHaveFocus())
    expect(asked).toHaveLength(1)
  })

  it('is readable with its link, with its date and without sharing', async () => {
    const asked = requestsTo(getSharedScan)
    const { id, status, scanType, isMenu, menuData } = menu
    answers(getSharedScan, {
      status: 200,
      body: { id, status, scanType, isMenu, menuData, scannedAt: new Date().toISOString() },
    })
    openApp(`/menu/${id}?share=the-token`)
    expect(await screen.findByRole('heading', { name: 'Shared Menu' })).toBeVisible()
    expect(screen.getByText('scanned just now')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Orval' })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Share this menu' })).toBeNull()
    expect(new URL(asked[0]?.url ?? '').searchParams.get('token')).toBe('the-token')
  })

  it('shows an unlisted beer with the link, and leads back with the link', async () => {
    const { id, status, scanType, isMenu } = menu
    const found = aSightedBeer({ id: 77, name: 'Höhlenbräu', listed: false })
    const menuData = JSON.stringify([found])
    answers(getSharedScan, { status: 200, body: { id, status, scanType, isMenu, menuData, scannedAt: NOW } })
    answers(getBeer, { status: 200, body: { ...found, ownRating: null, evidence: null, canKeep: false } })
    refuses(similarBeers, 'not_found', 'There is no such beer.')
    const { user } = openApp(`/menu/${id}?share=the-token`)
    await user.click(await screen.findByRole('link', { name: 'Höhlenbräu' }))
    expect(await screen.findByRole('heading', { name: 'Höhlenbräu', level: 1 })).toBeVisible()
    expect(await screen.findByText("We don't know any similar beers yet.")).toBeVisible()
    expect(screen.queryByRole('alert')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Back' }))
    expect(await screen.findByRole('heading', { name: 'Shared Menu' })).toBeVisible()
    expect(location.search).toBe('?share=the-token')
  })

  it('reports a fallback to users with the link, too', async () => {
    const { id, status, scanType, isMenu, menuData } = menu
    const shared = { id, status, scanType, isMenu, menuData, scannedAt: NOW }
    answers(getSharedScan, { status: 200, body: { ...shared, fallback: 'quota_exceeded' } })
    openApp(`/menu/${id}?share=the-token`)
    const notice = 'The AI provider is out of credits, so our own recognition took over.'
    expect(await screen.findByText(notice)).toBeVisible()
  })

  it('is not found by a revoked link', async () => {
    refuses(getSharedScan, 'not_found', 'There is no such scan.')
    openApp(`/menu/${menu.id}?share=the-token`)
    expect(await screen.findByRole('heading', { name: 'Menu Not Found', level: 1 })).toBeVisible()
  })
})
