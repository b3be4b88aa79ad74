import { cleanup, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { addFavorite, listFavorites, listScans, removeFavorite } from '#contracts'
import { spec } from '#testing/spec.ts'
import { openApp } from '#web/testing/app.tsx'
import { aFavorite, aScan, aSightedBeer } from '#web/testing/builders.ts'
import { shortDeadlines } from '#web/testing/deadlines.ts'
import { answers, cutsOff, hangs, refuses, requestsTo } from '#web/testing/network.ts'

const beer = aSightedBeer({ name: 'Orval' })
const backOnline = () => window.dispatchEvent(new Event('online'))

it('keeps a removal that found no network, also after a reload, and sends it later', async () => {
  answers(listFavorites, { status: 200, body: [aFavorite({ beer })] })
  cutsOff(removeFavorite)
  const { user, signedIn } = openApp('/favorites')
  await user.click(await screen.findByRole('button', { name: 'Remove Orval from favorites' }))
  expect(await screen.findByText(/when you're back online/)).toBeVisible()
  expect(await screen.findByText('No favorites yet')).toBeVisible()

  cleanup()
  openApp('/favorites', signedIn)
  expect(await screen.findByText('No favorites yet')).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Orval' })).toBeNull())

  const removed = requestsTo(removeFavorite)
  answers(removeFavorite, { status: 204, body: null })
  answers(listFavorites, { status: 200, body: [] })
  await waitFor(() => {
    backOnline()
    expect(removed).not.toHaveLength(0)
  })
  await waitFor(() => expect(localStorage.getItem(`beergoggles.favorite-queue-${signedIn.id}`)).toBe('[]'))
})

it('shows a favorite that was added without a network, and gives way to an undo', async () => {
  answers(listScans, { status: 200, body: [aScan({ beer, beerId: beer.id })] })
  cutsOff(addFavorite)
  cutsOff(removeFavorite)
  const { user } = openApp('/search')
  await user.click(await screen.findByRole('button', { name: 'Add Orval to favorites' }))
  await user.click(await screen.findByRole('button', { name: 'Remove Orval from favorites' }))
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(await screen.findByRole('button', { name: 'Remove Orval from favorites' })).toBeVisible()
})

it('drops what the server refuses, and says which beer that was and why', async () => {
  answers(listScans, { status: 200, body: [aScan({ beer, beerId: beer.id })] })
  cutsOff(addFavorite)
  const { user } = openApp('/search')
  await user.click(await screen.findByRole('button', { name: 'Add Orval to favorites' }))
  await screen.findByRole('button', { name: 'Remove Orval from favorites' })
  refuses(addFavorite, 'favorites_full', 'You have too many favorites')
  await waitFor(() => {
    backOnline()
    expect(screen.getByRole('button', { name: 'Add Orval to favorites' })).toBeVisible()
  })
  expect(await screen.findByText("Couldn't add Orval to your favorites")).toBeVisible()
  expect(screen.getByText('You have too many favorites')).toBeVisible()
})

it('sends no waiting favorite after its removal', async () => {
  answers(listScans, { status: 200, body: [aScan({ beer, beerId: beer.id })] })
  cutsOff(addFavorite)
  const { user, signedIn } = openApp('/search')
  await user.click(await screen.findByRole('button', { name: 'Add Orval to favorites' }))
  const remove = await screen.findByRole('button', { name: 'Remove Orval from favorites' })
  const [added, removed] = [requestsTo(addFavorite), requestsTo(removeFavorite)]
  await waitFor(
    () => {
      backOnline()
      expect(added).not.toHaveLength(0)
    },
    { timeout: 5_000 },
  )
  let finish: () => void = () => undefined
  const finished = new Promise<void>((resolve) => (finish = resolve))
  answers(removeFavorite, async () => {
    await finished
    return { status: 204 as const, body: null }
  })
  await user.click(remove)
  await waitFor(() => expect(removed).toHaveLength(1))
  const sent = added.length
  backOnline()
  finish()
  await waitFor(() => expect(localStorage.getItem(`beergoggles.favorite-queue-${signedIn.id}`)).toBe('[]'))
  expect(await screen.findByRole('button', { name: 'Add Orval to favorites' })).toBeVisible()
  expect(added).toHaveLength(sent)
})

it(
  'keeps a favorite that a hanging network gives no answer to, however long the list takes',
  spec('10.4.13'),
  async () => {
    const deadlines = shortDeadlines(500)
    answers(listScans, { status: 200, body: [aScan({ beer, beerId: beer.id })] })
    const { user, signedIn } = openApp('/search')
    const add = await screen.findByRole('button', { name: 'Add Orval to favorites' })
    hangs(addFavorite)
    hangs(listFavorites)
    await user.click(add)
    expect(await screen.findByText(/when you're back online/)).toBeVisible()
    expect(deadlines).toHaveBeenCalledWith(10_000)
    expect(localStorage.getItem(`beergoggles.favorite-queue-${signedIn.id}`)).toContain('Orval')
    expect(await screen.findByRole('button', { name: 'Remove Orval from favorites' })).toHaveAttribute(
      'aria-disabled',
      'false',
    )
  },
)
