import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { type BeerDetails, getBeer, similarBeers } from '#contracts'
import { openApp } from '#web/testing/app.tsx'
import { aBeer } from '#web/testing/builders.ts'
import { answers } from '#web/testing/network.ts'

function open(given: Partial<BeerDetails>) {
  const beer = { ...aBeer(), ...given }
  answers(getBeer, { status: 200, body: beer })
  answers(similarBeers, { status: 200, body: [] })
  openApp(`/results?beer=${beer.id}`)
}

it('says what is typical of the style where nobody has written about the beer', async () => {
  open({ styleDescription: 'Roast and cocoa.' })
  expect(await screen.findByText('Typical of the style:')).toHaveTextContent('Typical of the style: roast and cocoa.')
})

it('shows only the description where there is one', async () => {
  open({ description: 'Brewed with oats.' })
  expect(await screen.findByText('Brewed with oats.')).toBeVisible()
  expect(screen.queryByText(/^Typical of the style/)).toBeNull()
})

it('shows glass, temperature and dishes', async () => {
  open({ serving: { glass: 'nonic pint', celsius: { from: 8, to: 11 }, pairings: ['oysters', 'stew'] } })
  const heading = await screen.findByRole('heading', { name: 'How to serve it' })
  const section = within(heading.closest('section') ?? document.body)
  expect(section.getAllByRole('definition').map((value) => value.textContent)).toEqual([
    'Nonic pint',
    '8\u201311 °C (46\u201352 °F)',
    'Oysters, stew',
  ])
})

it('shows no serving facts for an unknown style', async () => {
  const beer = aBeer()
  open(beer)
  expect(await screen.findByRole('heading', { name: beer.name, level: 1 })).toBeVisible()
  expect(screen.queryByRole('heading', { name: 'How to serve it' })).toBeNull()
})
