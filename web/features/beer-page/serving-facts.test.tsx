import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { type BeerDetails, getBeer, similarBeers } from '#contracts'
import { loadLanguage } from '#web/language/language.ts'
import { openApp } from '#web/testing/app.tsx'
import { aBeer } from '#web/testing/builders.ts'
import { answers } from '#web/testing/network.ts'

afterEach(() => loadLanguage('en'))

function open(given: Partial<BeerDetails>) {
  const beer = { ...aBeer(), ...given }
  answers(getBeer, { status: 200, body: beer })
  answers(similarBeers, { status: 200, body: [] })
  openApp(`/results?beer=${beer.id}`)
}

async function definitions(heading: string): Promise<HTMLElement[]> {
  const section = (await screen.findByRole('heading', { name: heading })).closest('section')
  return within(section ?? document.body).getAllByRole('definition')
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
  expect((await definitions('How to serve it')).map(({ textContent }) => textContent)).toEqual([
    'Nonic pint',
    '8\u201311 °C (46\u201352 °F)',
    'Oysters, stew',
  ])
})

it('speaks of style, glass and dishes in the language of the page, and in English where it has no words for them', async () => {
  await loadLanguage('de')
  const serving = { glass: 'nonic pint', celsius: { from: 8, to: 11 }, pairings: ['oysters', 'roast goose'] }
  open({ style: 'Oud Bruin', styleDescription: 'Dark fruit.', serving })
  const description = await screen.findByText(/Karamell und milde, runde Säure/)
  expect(description).toHaveAttribute('lang', 'de')
  expect(description).toHaveTextContent(/^dunkle Früchte/)
  const known = await definitions('So schmeckt es am besten')
  expect(known.map(({ textContent, lang }) => [textContent, lang]).filter(([, lang]) => lang)).toEqual([
    ['Nonic-Pint', 'de'],
    ['Austern, Gänsebraten', 'de'],
  ])
  cleanup()
  open({
    style: 'A style of tomorrow',
    styleDescription: 'Roast and cocoa.',
    serving: { ...serving, pairings: ['oysters', 'stew of tomorrow'] },
  })
  expect(await screen.findByText('roast and cocoa.')).toHaveAttribute('lang', 'en')
  expect((await definitions('So schmeckt es am besten')).at(-1)).toHaveTextContent('Oysters, stew of tomorrow')
})

it('shows no serving facts for an unknown style', async () => {
  const beer = aBeer()
  open(beer)
  expect(await screen.findByRole('heading', { name: beer.name, level: 1 })).toBeVisible()
  expect(screen.queryByRole('heading', { name: 'How to serve it' })).toBeNull()
})
