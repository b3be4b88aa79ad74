/** Unlisted beers on a shared menu. */
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { getBeer, getSharedScan, similarBeers } from '#contracts'
import { openApp } from '#web/testing/app.tsx'
import { aMenuScan, aScan, aSightedBeer } from '#web/testing/builders.ts'
import { answers } from '#web/testing/network.ts'

const orval = aSightedBeer({ name: 'Orval', rating: 94 })

it("shows someone else's unlisted beer with their link only, without saving it", async () => {
  const found = aSightedBeer({ name: 'Cellar Secret', listed: false, rating: 70 })
  answers(getSharedScan, { status: 200, body: aMenuScan([orval, found]) })
  const asked: (string | null)[] = []
  answers(getBeer, ({ request }) => {
    asked.push(new URL(request.url).searchParams.get('share'))
    return { status: 200 as const, body: { ...found, ownRating: null, evidence: null, canKeep: false } }
  })
  answers(similarBeers, { status: 200, body: [] })
  const { user } = openApp(`/menu/${aScan().id}?share=token`)
  expect(await screen.findByRole('button', { name: 'Save: Orval' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Save: Cellar Secret' })).toBeNull()
  await user.click(screen.getByRole('link', { name: 'Cellar Secret' }))
  await expect.poll(() => location.search).toBe(`?beer=${found.id}&share=token`)
  expect(await screen.findByText(/^Someone else scanned this beer/)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Save Beer' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Rate this beer' })).toBeNull()
  expect(asked).toEqual(['token'])
})

it('needs no link for a beer that the user may save', async () => {
  const own = aSightedBeer({ name: 'House Brew', listed: false, rating: 70 })
  answers(getBeer, { status: 200, body: { ...own, ownRating: null, evidence: null, canKeep: true } })
  answers(similarBeers, { status: 200, body: [] })
  openApp(`/results?beer=${own.id}&share=token`)
  expect(await screen.findByRole('button', { name: 'Save Beer' })).toBeVisible()
  expect(location.search).toBe(`?beer=${own.id}`)
})
