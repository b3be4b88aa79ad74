import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import {
  addFavorite,
  getBeer,
  getScan,
  getSharedScan,
  listFavorites,
  listHad,
  shareScan,
  similarBeers,
  unshareScan,
} from '#contracts'
import { handoff } from '#web/handoff/handoff.ts'
import { openApp } from '#web/testing/app.tsx'
import { aBeer, aFavorite, aMenuScan, aScan, aSightedBeer } from '#web/testing/builders.ts'
import { answers, hangs, refuses, requestsTo } from '#web/testing/network.ts'

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
] as const)('is titled after what was on the photo: %s', async (context, title) => {
  leave([aSightedBeer()], context)
  openApp('/menu-view')
  expect(await screen.findByRole('heading', { name: title })).toBeVisible()
})

it('keeps the printed order, and sorts by rating with one tap', async () => {
  leave([aSightedBeer({ name: 'Hell', rating: 70 }), aSightedBeer({ name: 'Orval', rating: 94 })])
  const { user } = openApp('/menu-view')
  expect(await screen.findByText('2 beers, as printed')).toBeVisible()
  expect(names()).toEqual(['Hell', 'Orval'])
  await user.click(screen.getByRole('button', { name: 'Sort by rating' }))
  expect(names()).toEqual(['Orval', 'Hell'])
})

describe('the rows of a menu', () => {
  const hell = aSightedBeer({ name: 'Hell', rating: 70, abv: 4.9, price: '4,20 €', style: 'Helles' })
  const orval = aSightedBeer({ name: 'Orval', rating: 94, abv: 6.2, price: '7 €', style: 'Trappist' })
  const stout = aSightedBeer({ name: 'Night Boat', rating: 81, abv: 9, price: null, style: 'Imperial Stout' })
  const rowOf = (name: string) => within(screen.getByRole('link', { name }).closest('li') ?? document.body)

  it('say what was had and when, what is saved, and what is new', async () => {
    const had = { beerId: hell.id, hadAt: '2026-03-01T20:00:00.000Z', how: 'check_in' }
    answers(listHad, { status: 200, body: [had] })
    answers(listFavorites, { status: 200, body: [aFavorite({ beer: orval })] })
    leave([hell, orval, stout])
    openApp('/menu-view')
    expect(await screen.findByText('had Mar 1, 2026')).toBeVisible()
    expect(rowOf('Hell').getByText('had Mar 1, 2026')).toBeVisible()
    expect(rowOf('Orval').getByText('saved')).toBeVisible()
    expect(rowOf('Night Boat').getByText('new')).toBeVisible()
  })

  it('are sorted by what is chosen', async () => {
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

  it('are sorted by where they stand within their style, which each of them says', async () => {
    const standing = (topPercent: number) => ({ topPercent, beers: 40 })
    leave([hell, { ...orval, standing: standing(30) }, { ...stout, standing: standing(2) }])
    const { user } = openApp('/menu-view')
    await user.selectOptions(await screen.findByRole('combobox', { name: /Sort/ }), 'In-style standing')
    expect(names()).toEqual(['Night Boat', 'Orval', 'Hell'])
    expect(screen.getByText('3 beers, best of its style first')).toBeVisible()
    expect(rowOf('Night Boat').getByText(/top 2 % of Imperial Stouts here/)).toBeVisible()
    expect(screen.queryByText(/rated often enough/)).toBeNull()
  })

  it('say that none of them has a standing, where that is asked for', async () => {
    leave([hell, orval])
    const { user } = openApp('/menu-view')
    await user.selectOptions(await screen.findByRole('combobox', { name: /Sort/ }), 'In-style standing')
    expect(
      screen.getByText('No beer here is rated often enough yet to say where it stands within its style.'),
    ).toBeVisible()
    expect(names()).toEqual(['Hell', 'Orval'])
  })

  it('are filtered by style and strength, of what the list has', async () => {
    leave([hell, orval, stout])
    const { user } = openApp('/menu-view')
    await user.click(await screen.findByRole('button', { name: 'Filter' }))
    const sheet = within(await screen.findByRole('dialog', { name: 'Filter beers' }))
    expect(sheet.queryByRole('button', { name: 'IPA' })).toBeNull()
    await user.click(sheet.getByRole('button', { name: 'Stout & porter' }))
    await user.click(sheet.getByRole('button', { name: 'Lager' }))
    await user.click(sheet.getByRole('button', { name: 'Show 2 beers' }))
    expect(names()).toEqual(['Hell', 'Night Boat'])
    expect(screen.getByText('2 of 3 beers, as printed')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Filter (2)' }))
    await user.click(await screen.findByRole('button', { name: 'Medium, 4.5-6.5%' }))
    await user.click(screen.getByRole('button', { name: 'Lager' }))
    await user.click(screen.getByRole('button', { name: 'Show 0 beers' }))
    expect(await screen.findByRole('heading', { name: 'No beer fits' })).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Clear filter' }))
    expect(names()).toEqual(['Hell', 'Orval', 'Night Boat'])
  })

  it('are picked from, with facts of the row as the reason, one after the other', async () => {
    leave([hell, orval, stout])
    const { user } = openApp('/menu-view')
    await user.click(await screen.findByRole('button', { name: 'Pick for me' }))
    expect(screen.getByText('Rated 94 · new · Trappist · 6.2% · 7 €')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Another one' }))
    expect(screen.getByText('Rated 81 · new · Imperial Stout · 9.0%')).toBeVisible()
    await user.click(screen.getByRole('link', { name: 'View Details' }))
    expect(location.search).toBe(`?beer=${stout.id}`)
  })

  it('are not picked from where nothing tells them apart', async () => {
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
    await user.click(await screen.findByRole('button', { name: 'Choose several' }))
    await user.click(screen.getByRole('checkbox', { name: 'Choose: Orval' }))
    await user.click(screen.getByRole('checkbox', { name: 'Choose: Hell' }))
    await user.click(screen.getByRole('checkbox', { name: 'Choose: Night Boat' }))
    await user.click(screen.getByRole('checkbox', { name: 'Choose: Hell' }))
    await user.click(screen.getByRole('button', { name: 'Save 2 beers' }))
    expect(await screen.findByText('2 beers added to your collection')).toBeVisible()
    expect(saved.sort()).toEqual([orval.id, stout.id].sort())
    expect(await screen.findByRole('button', { name: 'Remove: Orval' })).toBeVisible()
  })
})

it('shows a pending beer as pouring, never as 0, and lets nobody save it yet', async () => {
  leave([
    aSightedBeer({ name: 'Grand Cru', rating: 0 }),
    aSightedBeer({ name: 'Kriek', rating: 0 }),
    aSightedBeer({ name: 'Hell', rating: 0 }),
  ])
  hangs(getBeer)
  openApp('/menu-view')
  expect(await screen.findAllByText('pouring…')).toHaveLength(3)
  expect(screen.getByText(/about 3 s left/)).toBeVisible()
  const save = screen.getByRole('button', { name: 'Loading...: Grand Cru' })
  expect(save).toBeDisabled()
  expect(save).toHaveTextContent('Loading...')
})

it('asks for pending ratings until they are there', async () => {
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

it('saves a beer of the menu', async () => {
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

it('opens a stored menu with its sections, and asks for no rating', async () => {
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

it("is titled 'Loading Menu' until it is there", async () => {
  hangs(getScan)
  openApp(`/menu/${aScan().id}`)
  expect(await screen.findByRole('heading', { name: 'Loading Menu' })).toBeVisible()
})

it("says when a menu is not there or not one's own", async () => {
  refuses(getScan, 'not_found', 'No such scan')
  openApp(`/menu/${aScan().id}`)
  expect(await screen.findByRole('heading', { name: 'Menu not found', level: 1 })).toBeVisible()
})

it('says how many of how many were found, once the stored scan tells', async () => {
  const beers = [aSightedBeer(), aSightedBeer()]
  leave(beers, 'fridge')
  answers(getScan, { status: 200, body: aScan({ scanType: 'multiple_beers', beers, detected: 5 }) })
  openApp('/menu-view')
  expect(await screen.findByText('2 of 5 found, in order of place')).toBeVisible()
})

describe('sharing a stored menu', () => {
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

  it('copies the link where there is no share sheet, says that it is shared, and takes it back', async () => {
    const state = serve()
    const { user } = openApp(`/menu/${menu.id}`)
    await user.click(await screen.findByRole('button', { name: 'Share this menu' }))
    expect(await screen.findByText('Link copied')).toBeVisible()
    expect(await navigator.clipboard.readText()).toBe(`${location.origin}/menu/${menu.id}?share=the-token`)
    expect(await screen.findByText('Shared')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Unshare' }))
    expect(await screen.findByText('No longer shared')).toBeVisible()
    expect(screen.queryByText('Shared')).toBeNull()
    expect(state.token).toBeNull()
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

  it('says why it could not be shared', async () => {
    serve()
    refuses(shareScan, 'unavailable', 'The kitchen is busy')
    const { user } = openApp(`/menu/${menu.id}`)
    await user.click(await screen.findByRole('button', { name: 'Share this menu' }))
    expect(await screen.findByText('Failed to share menu')).toBeVisible()
    expect(screen.getByText('The kitchen is busy')).toBeVisible()
  })

  it('keeps the focus while a link is asked for and taken back, and gives it to what shares it again', async () => {
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
    await user.click(await screen.findByRole('button', { name: 'Unshare' }))
    await waitFor(() => expect(screen.queryByText('Shared')).toBeNull())
    await waitFor(() => expect(share).toHaveFocus())
    expect(asked).toHaveLength(1)
  })

  it('is read by its link, with when it was read and no way to share it on', async () => {
    const asked = requestsTo(getSharedScan)
    const { id, status, scanType, isMenu, menuData } = menu
    answers(getSharedScan, { status: 200, body: { id, status, scanType, isMenu, menuData, scannedAt: NOW } })
    openApp(`/menu/${id}?share=the-token`)
    expect(await screen.findByRole('heading', { name: 'Shared Menu' })).toBeVisible()
    expect(screen.getByText('read just now')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Orval' })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Share this menu' })).toBeNull()
    expect(new URL(asked[0]?.url ?? '').searchParams.get('token')).toBe('the-token')
  })

  it('shows an unlisted beer of it, which the server tells to its owner and by the link, and leads back by the link', async () => {
    const { id, status, scanType, isMenu } = menu
    const found = aSightedBeer({ id: 77, name: 'Höhlenbräu', listed: false })
    const menuData = JSON.stringify([found])
    answers(getSharedScan, { status: 200, body: { id, status, scanType, isMenu, menuData, scannedAt: NOW } })
    answers(getBeer, { status: 200, body: { ...found, ownRating: null, evidence: null, canKeep: false } })
    refuses(similarBeers, 'not_found', 'There is no such beer.')
    const { user } = openApp(`/menu/${id}?share=the-token`)
    await user.click(await screen.findByRole('link', { name: 'Höhlenbräu' }))
    expect(await screen.findByRole('heading', { name: 'Höhlenbräu', level: 1 })).toBeVisible()
    expect(await screen.findByText('Nothing alike is known yet.')).toBeVisible()
    expect(screen.queryByRole('alert')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Back' }))
    expect(await screen.findByRole('heading', { name: 'Shared Menu' })).toBeVisible()
    expect(location.search).toBe('?share=the-token')
  })

  it('says to whoever has the link what its owner is told: that another engine stood in', async () => {
    const { id, status, scanType, isMenu, menuData } = menu
    const shared = { id, status, scanType, isMenu, menuData, scannedAt: NOW }
    answers(getSharedScan, { status: 200, body: { ...shared, fallback: 'quota_exceeded' } })
    openApp(`/menu/${id}?share=the-token`)
    const said = 'The credits of the AI provider are used up, so this server read the photo itself.'
    expect(await screen.findByText(said)).toBeVisible()
  })

  it('is not found by a link that was taken back', async () => {
    refuses(getSharedScan, 'not_found', 'There is no such scan.')
    openApp(`/menu/${menu.id}?share=the-token`)
    expect(await screen.findByRole('heading', { name: 'Menu not found', level: 1 })).toBeVisible()
  })
})
