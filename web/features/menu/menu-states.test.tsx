import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { listFavorites, removeFavorite } from '#contracts'
import { spec } from '#testing/spec.ts'
import { handoff } from '#web/handoff/handoff.ts'
import { aPhoto, openApp } from '#web/testing/app.tsx'
import { aFavorite, aSightedBeer } from '#web/testing/builders.ts'
import { answers } from '#web/testing/network.ts'

function leave(beers: ReturnType<typeof aSightedBeer>[], context: 'menu' | 'fridge' | 'multiple_beers'): void {
  handoff.leaveMenu({ scanId: crypto.randomUUID(), beers, context, title: null, readAt: new Date().toISOString() })
}

it("is titled 'Analyzing Image' while there is a photo and no beer yet", spec('2.11.2'), async () => {
  handoff.leaveImage({ id: crypto.randomUUID(), photo: aPhoto(), context: 'auto' })
  openApp('/menu-view')
  expect(await screen.findByRole('heading', { name: 'Analyzing Image', level: 1 })).toBeVisible()
})

it.each([
  ['menu', 'No beers found in menu'],
  ['fridge', 'No beers detected'],
  ['multiple_beers', 'No beers detected'],
] as const)('says by context that nothing was found: %s', spec('2.11.11'), async (context, words) => {
  leave([], context)
  openApp('/menu-view')
  expect(await screen.findByText(words)).toBeVisible()
})

it("has 'View Details' on every beer, and removes a saved one", spec('2.11.9', '2.11.10', '8.3.6'), async () => {
  const [orval, hell] = [aSightedBeer({ name: 'Orval' }), aSightedBeer({ name: 'Hell' })]
  leave([orval, hell], 'menu')
  let saved = [aFavorite({ beer: orval })]
  answers(listFavorites, () => ({ status: 200 as const, body: saved }))
  answers(removeFavorite, () => {
    saved = []
    return { status: 204 as const, body: null }
  })
  const { user } = openApp('/menu-view')
  const details = await screen.findAllByRole('link', { name: /^View Details/ })
  expect(details.map((link) => link.textContent)).toEqual(['View Details', 'View Details'])
  expect(details[1]).toHaveAttribute('href', `/results?beer=${hell.id}`)
  await user.click(await screen.findByRole('button', { name: 'Remove: Orval' }))
  expect(await screen.findByText('Beer Removed')).toBeVisible()
  expect(await screen.findByRole('button', { name: 'Save: Orval' })).toBeVisible()
})
