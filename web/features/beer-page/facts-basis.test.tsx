import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { type BeerFacts, getBeer, similarBeers } from '#contracts'
import { openApp } from '#web/testing/app.tsx'
import { aBeer } from '#web/testing/builders.ts'
import { answers } from '#web/testing/network.ts'

function open(given: Partial<BeerFacts>, beer = aBeer()) {
  const known = { source: null, checked: null, introduced: null, retired: null, breweryClosed: null, abvByMarket: {} }
  answers(getBeer, { status: 200, body: { ...beer, facts: { ...known, ...given } } })
  answers(similarBeers, { status: 200, body: [] })
  openApp(`/results?beer=${beer.id}`)
}

it('says that facts from memory are unchecked', async () => {
  open({ source: 'memory' })
  expect(await screen.findByText(/^Not checked yet/)).toBeVisible()
})

it.each([
  ['brewery', '2026-11', 'Checked with the brewery in November 2026.'],
  ['label', '2025-01', 'Checked on the label in January 2025.'],
  ['register', null, 'Checked in a register.'],
  ['second-source', '2026-11', 'Checked against a second source in November 2026.'],
  ['a-later-source', null, 'Checked against a source.'],
])('says that facts were checked: %s, %s', async (source, checked, text) => {
  open({ source, checked })
  expect(await screen.findByText(text)).toBeVisible()
  expect(screen.queryByText(/^Not checked yet/)).toBeNull()
})

it('says nothing about beers that are not shipped', async () => {
  const beer = aBeer()
  open({}, beer)
  expect(await screen.findByRole('heading', { name: beer.name, level: 1 })).toBeVisible()
  expect(screen.queryByText(/[Cc]hecked/)).toBeNull()
})

it('shows the strengths of other markets beside the usual one', async () => {
  open({ abvByMarket: { GB: 4.6, DE: 4.9 } }, aBeer({ abv: 5 }))
  expect(await screen.findByText('4.6% in the United Kingdom, 4.9% in Germany')).toBeVisible()
  expect(screen.getByText('5.0%')).toBeVisible()
})

it('says that a beer is no longer brewed, and since when', async () => {
  open({ introduced: 1994, retired: 2016, breweryClosed: 2019 }, aBeer({ status: 'retired' }))
  expect(
    await screen.findByText('First brewed in 1994 · Last brewed in 2016 · The brewery closed in 2019'),
  ).toBeVisible()
  expect(screen.getByText('No longer brewed')).toBeVisible()
})
