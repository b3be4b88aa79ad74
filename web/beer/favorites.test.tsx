import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { addFavorite, getScan, listFavorites, listScans, removeFavorite } from '#contracts'
import { spec } from '#testing/spec.ts'
import { openApp } from '#web/testing/app.tsx'
import { aBeer, aFavorite, aMenuScan, aScan, aSightedBeer } from '#web/testing/builders.ts'
import { answers, refuses } from '#web/testing/network.ts'

const beer = aSightedBeer({ name: 'Orval' })

it.each([
  ['Added to favorites', [], 'Add Orval to favorites'],
  ['Removed from favorites', [aFavorite({ beer })], 'Remove Orval from favorites'],
] as const)("says '%s' when a heart is tapped", spec('4.11.1', '8.3.2'), async (notice, saved, heart) => {
  answers(listScans, { status: 200, body: [aScan({ beer, beerId: beer.id })] })
  answers(listFavorites, { status: 200, body: [...saved] })
  answers(addFavorite, { status: 201, body: aFavorite({ beer }) })
  answers(removeFavorite, { status: 204, body: null })
  const { user } = openApp('/search')
  await user.click(await screen.findByRole('button', { name: heart }))
  expect(await screen.findByText(notice)).toBeVisible()
})

it('shows the brewery, rating, ABV and date of each favorite', spec('2.9.4'), async () => {
  const favorite = aFavorite({
    beer: aBeer({ name: 'Orval', brewery: "Brasserie d'Orval", breweryId: 12, rating: 93.6, abv: 6.2 }),
    favoritedAt: '2026-03-01T12:00:00.000Z',
  })
  answers(listFavorites, { status: 200, body: [favorite] })
  openApp('/favorites')
  const row = (await screen.findByRole('link', { name: 'Orval' })).closest('li')
  expect(screen.getByRole('link', { name: "Brasserie d'Orval" })).toHaveAttribute('href', '/brewery/12')
  expect(row).toHaveTextContent('94')
  expect(row).toHaveTextContent('6.2%')
  expect(row).toHaveTextContent('saved Mar 1, 2026')
})

it("counts under 'Favorite Beers' and 'Average Rating'", spec('2.9.1', '2.9.2'), async () => {
  const rated = [94, 85.5].map((rating) => aFavorite({ beer: aBeer({ rating }) }))
  answers(listFavorites, { status: 200, body: rated })
  openApp('/favorites')
  const number = (term: string) => screen.getByText(term, { selector: 'dt' }).parentElement?.querySelector('dd')
  expect(await screen.findByText('89.8')).toBe(number('Average Rating'))
  expect(number('Favorite Beers')).toHaveTextContent(/^2$/)
})

it('marks an average that people have decided in part', async () => {
  const beers = [aBeer({ rating: 94 }), aBeer({ rating: 86, ratingOrigin: 'expected' })]
  answers(listFavorites, { status: 200, body: beers.map((beer) => aFavorite({ beer })) })
  openApp('/favorites')
  expect(await screen.findByText('90.0')).toHaveTextContent(/^90\.0partly expected$/)
})

it('reports a failed save', spec('8.2.3'), async () => {
  answers(getScan, { status: 200, body: aMenuScan([beer]) })
  refuses(addFavorite, 'unavailable', 'The kitchen is busy')
  const { user } = openApp(`/menu/${aScan().id}`)
  await user.click(await screen.findByRole('button', { name: 'Save: Orval' }))
  expect(await screen.findByText('Error')).toBeVisible()
  expect(screen.getByText('Failed to save beer. The kitchen is busy')).toBeVisible()
})

it('reports a failed removal on a menu', spec('8.1.8', '8.2.4'), async () => {
  answers(getScan, { status: 200, body: aMenuScan([beer]) })
  answers(listFavorites, { status: 200, body: [aFavorite({ beer })] })
  refuses(removeFavorite, 'unavailable', 'The kitchen is busy')
  const { user } = openApp(`/menu/${aScan().id}`)
  await user.click(await screen.findByRole('button', { name: 'Remove: Orval' }))
  expect(await screen.findByText('Error')).toBeVisible()
  expect(screen.getByText('Failed to remove beer. The kitchen is busy')).toBeVisible()
  expect(await screen.findByRole('button', { name: 'Remove: Orval' })).toBeEnabled()
})

it('reports a failed removal of a favorite in red', spec('8.2.5', '8.2.6'), async () => {
  answers(listFavorites, { status: 200, body: [aFavorite({ beer })] })
  refuses(removeFavorite, 'unavailable', 'The kitchen is busy')
  const { user } = openApp('/favorites')
  await user.click(await screen.findByRole('button', { name: 'Remove Orval from favorites' }))
  const title = await screen.findByText('Error')
  expect(title).toHaveClass('text-danger')
  expect(screen.getByText('Failed to remove from favorites. The kitchen is busy')).toBeVisible()
})

it('undoes several quick removals one after the other, the last one first', async () => {
  const beers = ['Orval', 'Duvel'].map((name) => aBeer({ name }))
  let saved = beers.map((one) => aFavorite({ beer: one }))
  answers(listFavorites, () => ({ status: 200 as const, body: saved }))
  answers(removeFavorite, ({ params }) => {
    saved = saved.filter(({ beerId }) => String(beerId) !== params.beerId)
    return { status: 204 as const, body: null }
  })
  answers(addFavorite, async ({ request }) => {
    const { beerId } = (await request.json()) as { beerId: number }
    const favorite = aFavorite({ beer: beers.find(({ id }) => id === beerId) ?? beer })
    saved = [...saved, favorite]
    return { status: 201 as const, body: favorite }
  })
  const { user } = openApp('/favorites')
  await user.click(await screen.findByRole('button', { name: 'Remove Orval from favorites' }))
  await user.click(await screen.findByRole('button', { name: 'Remove Duvel from favorites' }))
  await waitFor(() => expect(saved).toEqual([]))
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(await screen.findByRole('button', { name: 'Remove Duvel from favorites' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Remove Orval from favorites' })).toBeNull()
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(await screen.findByRole('button', { name: 'Remove Orval from favorites' })).toBeVisible()
})
