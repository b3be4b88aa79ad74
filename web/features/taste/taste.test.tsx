import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  answerTasteCard,
  deleteTaste,
  getBeer,
  getTaste,
  listFavorites,
  listTasteCards,
  listTasteSuggestions,
  similarBeers,
  switchTaste,
  type Taste,
  type TasteCard,
} from '#contracts'
import { handoff } from '#web/handoff/handoff.ts'
import { openApp } from '#web/testing/app.tsx'
import { aBeer, aFavorite, aSightedBeer } from '#web/testing/builders.ts'
import { answers, refuses, requestsTo } from '#web/testing/network.ts'

const OFF: Taste = { isOn: false, rated: 0, answered: 0, effects: [] }
/** Likes Saison and strong beers, and Stout less. */
const LIKES: Taste = {
  isOn: true,
  rated: 4,
  answered: 3,
  effects: [
    { trait: 'style', value: 'Saison', points: 4, opinions: 3 },
    { trait: 'style', value: 'Stout', points: -6, opinions: 2 },
    { trait: 'strength', value: 'strong', points: 2.4, opinions: 4 },
  ],
}
const saison = { style: 'Saison', abv: 7.5, rating: 76 }
const stout = { style: 'Stout', abv: 5, rating: 80 }

/** The server's state. */
let taste: Taste
let cards: TasteCard[]
beforeEach(() => {
  taste = { ...OFF, isOn: true }
  cards = ['Lager', 'Porter', 'Kriek'].map((name) => ({ beer: aBeer({ name }), answer: null }))
  handoff.clear()
  answers(getTaste, () => ({ status: 200 as const, body: taste }))
  answers(listTasteCards, () => ({ status: 200 as const, body: cards }))
  answers(listTasteSuggestions, { status: 200, body: [] })
  answers(answerTasteCard, async ({ params, request }) => {
    const { answer } = (await request.json()) as Pick<TasteCard, 'answer'>
    cards = cards.map((card) => (String(card.beer.id) === params.beerId ? { ...card, answer } : card))
    taste = { ...taste, answered: cards.filter((card) => card.answer === 'more' || card.answer === 'less').length }
    return { status: 204 as const, body: null }
  })
  answers(switchTaste, async ({ request }) => {
    const { isOn } = (await request.json()) as { isOn: boolean }
    taste = isOn ? LIKES : OFF
    return { status: 200 as const, body: taste }
  })
})

describe('the cards', () => {
  it('are answered by keyboard, one after the other, with the progress announced', async () => {
    const { user } = openApp('/profile/taste')
    const more = await screen.findByRole('button', { name: 'More like this' })
    more.focus()
    await user.keyboard('{Enter}')
    expect(await screen.findByRole('heading', { name: 'Porter' })).toBeVisible()
    expect(screen.getByText('Card 2 of 3: Porter')).toBeInTheDocument()
    await user.tab()
    expect(screen.getByRole('button', { name: 'Less' })).toHaveFocus()
    await user.keyboard('{Enter}')
    await user.tab()
    await user.keyboard(' ')
    await waitFor(() => expect(screen.getByRole('heading', { name: 'All cards answered' })).toHaveFocus())
    await waitFor(() => expect(cards.map(({ answer }) => answer)).toEqual(['more', 'less', 'unknown']))
    expect(await screen.findByText(/3 more answers or ratings/)).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Change answers' }))
    expect(screen.getByRole('heading', { name: 'Lager' })).toHaveFocus()
  })

  it('take a double tap as one answer', async () => {
    const { user } = openApp('/profile/taste')
    await user.dblClick(await screen.findByRole('button', { name: 'More like this' }))
    expect(await screen.findByRole('heading', { name: 'Porter' })).toBeVisible()
    await waitFor(() => expect(cards.map(({ answer }) => answer)).toEqual(['more', null, null]))
  })

  it('begin at the first without an answer, and answers can be changed', async () => {
    cards = cards.map((card, index) => (index === 0 ? { ...card, answer: 'less' } : card))
    const { user } = openApp('/profile/taste')
    expect(await screen.findByRole('heading', { name: 'Porter' })).toBeVisible()
    const next = screen.getByRole('button', { name: 'Next card' })
    expect(next).toHaveAttribute('aria-disabled', 'true')
    await user.click(next)
    expect(screen.getByRole('heading', { name: 'Porter' })).toBeVisible()
    const previous = screen.getByRole('button', { name: 'Previous card' })
    await user.click(previous)
    expect(previous).toHaveAttribute('aria-disabled', 'true')
    expect(previous).toHaveFocus()
    expect(screen.getByRole('button', { name: 'Less' })).toHaveAttribute('aria-pressed', 'true')
    await user.click(screen.getByRole('button', { name: 'More like this' }))
    await waitFor(() => expect(cards[0]?.answer).toBe('more'))
  })

  it('take an answer back that the server refuses', async () => {
    refuses(answerTasteCard, 'unavailable', 'The kitchen is busy')
    const { user } = openApp('/profile/taste')
    await user.click(await screen.findByRole('button', { name: 'More like this' }))
    expect(await screen.findByText("Couldn't save your answer")).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Previous card' }))
    expect(screen.getByRole('button', { name: 'More like this' })).toHaveAttribute('aria-pressed', 'false')
  })

  it('take two answers to one card back that the server refuses', async () => {
    refuses(answerTasteCard, 'unavailable', 'The kitchen is busy')
    const sent = requestsTo(answerTasteCard)
    const { user } = openApp('/profile/taste')
    fireEvent.click(await screen.findByRole('button', { name: 'More like this' }))
    fireEvent.click(screen.getByRole('button', { name: 'Previous card' }))
    fireEvent.click(screen.getByRole('button', { name: 'Less' }))
    await waitFor(() => expect(sent).toHaveLength(2))
    await waitFor(() => expect(screen.getByText("Couldn't save your answer")).toBeVisible())
    await user.click(screen.getByRole('button', { name: 'Previous card' }))
    await waitFor(() => expect(screen.getByRole('button', { name: 'Less' })).toHaveAttribute('aria-pressed', 'false'))
    expect(screen.getByRole('button', { name: 'More like this' })).toHaveAttribute('aria-pressed', 'false')
  })

  it('end with ten more, and with beers the user would like', async () => {
    taste = LIKES
    cards = Array.from({ length: 12 }, (_, index) => ({ beer: aBeer(), answer: index < 10 ? 'more' : null }))
    answers(listTasteSuggestions, { status: 200, body: [aBeer({ ...saison, name: 'Dupont' })] })
    const { user } = openApp('/profile/taste')
    const suggested = await screen.findByRole('region', { name: "You'd probably like" })
    expect(within(suggested).getByText('you like Saison and strong beers')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Ten more cards' }))
    expect(screen.getByText('Card 11 of 12')).toBeVisible()
    expect(screen.getByRole('heading', { name: cards[10]?.beer.name ?? '' })).toHaveFocus()
  })
})

it('tells a family from the style of the same name', async () => {
  const lager = { value: 'Pale Lager', opinions: 1 }
  taste = {
    ...LIKES,
    effects: [
      { trait: 'family', points: -3.2, ...lager },
      { trait: 'style', points: -2, ...lager },
    ],
  }
  openApp('/profile/taste')
  const disliked = await screen.findByRole('region', { name: 'You like less' })
  expect(
    within(disliked)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['Pale Lager, all kindsfrom 1 beer-3.2', 'Pale Lagerfrom 1 beer-2'])
})

it('shows what the taste is made of', async () => {
  taste = LIKES
  openApp('/profile/taste')
  expect(await screen.findByText('From 4 rated beers and 3 answers')).toBeVisible()
  const liked = await screen.findByRole('region', { name: 'You like' })
  expect(
    within(liked)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['Saisonfrom 3 beers+4', 'strong beersfrom 4 beers+2.4'])
  expect(within(screen.getByRole('region', { name: 'You like less' })).getByText('Stout')).toBeVisible()
})

describe('the personal rating', () => {
  it('is on the beer page with its reason', async () => {
    taste = LIKES
    const beer = aBeer(saison)
    answers(similarBeers, { status: 200, body: [] })
    answers(getBeer, { status: 200, body: beer })
    openApp(`/results?beer=${beer.id}`)
    expect(await screen.findByText('For you 82: you like Saison and strong beers')).toBeVisible()
  })

  it('is on the rows of a menu, sorts them, and decides the pick with its reason', async () => {
    taste = LIKES
    const beers = [aSightedBeer({ ...stout, name: 'Black' }), aSightedBeer({ ...saison, name: 'Dupont' })]
    const facts = { scanId: crypto.randomUUID(), title: null, readAt: '2026-03-01T20:00:00.000Z' }
    handoff.leaveMenu({ ...facts, beers, context: 'menu' })
    const { user } = openApp('/menu-view')
    expect(await screen.findByText('For you 82')).toBeVisible()
    expect(screen.getByText('For you 74')).toBeVisible()
    const names = () => screen.getAllByRole('article').map((row) => within(row).getByRole('heading').textContent)
    expect(names()).toEqual(['Black', 'Dupont'])
    await user.selectOptions(screen.getByRole('combobox'), 'For you')
    expect(names()).toEqual(['Dupont', 'Black'])
    await user.click(screen.getByRole('button', { name: 'Pick for me' }))
    expect(screen.getByText(/^For you 82: you like Saison and strong beers · Rated 76/)).toBeVisible()
  })

  it('sorts the favourites', async () => {
    taste = LIKES
    const favorites = [aBeer({ ...stout, name: 'Black' }), aBeer({ ...saison, name: 'Dupont' })]
    answers(listFavorites, { status: 200, body: favorites.map((beer) => aFavorite({ beer })) })
    const { user } = openApp('/favorites')
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Sort' }), 'For you')
    expect(screen.getAllByRole('article').map((row) => within(row).getByRole('heading').textContent)).toEqual([
      'Dupont',
      'Black',
    ])
  })

  it('leaves no trace when it is switched off', async () => {
    taste = OFF
    const favorites = [aBeer({ ...saison, name: 'Dupont' })]
    answers(listFavorites, { status: 200, body: favorites.map((beer) => aFavorite({ beer })) })
    openApp('/favorites')
    expect(await screen.findByRole('heading', { name: 'Dupont' })).toBeVisible()
    expect(screen.queryByText(/for you/i)).toBeNull()
  })
})

it('is switched off and on, and then hides and shows everything', async () => {
  taste = LIKES
  const { user } = openApp('/profile/taste')
  await user.click(await screen.findByRole('switch', { name: 'Show how well beers suit me' }))
  expect(await screen.findByText(/^This is off/)).toBeVisible()
  expect(screen.queryByRole('region', { name: /like/ })).toBeNull()
  await user.click(screen.getByRole('switch', { name: 'Show how well beers suit me' }))
  expect(await screen.findByRole('region', { name: 'You like' })).toBeVisible()
})

it('is deleted after a question', async () => {
  taste = LIKES
  answers(deleteTaste, () => {
    taste = OFF
    return { status: 204 as const, body: null }
  })
  const { user } = openApp('/profile/taste')
  await user.click(await screen.findByRole('button', { name: 'Delete my taste' }))
  await user.click(await screen.findByRole('button', { name: 'Delete answers' }))
  expect(await screen.findByText('Your taste is deleted')).toBeVisible()
  expect(await screen.findByText(/^This is off/)).toBeVisible()
})
